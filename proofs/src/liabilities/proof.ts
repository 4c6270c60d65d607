import type { Hex } from '../crypto.ts'
import { headShape, recordShape } from '../receipt-shape.ts'
import type { SealedRecord, Seals } from '../receipt.ts'
import type { Shape } from '../shape.ts'
import type { SignedLiabilities } from './statement.ts'

/** The place of a statement in the log, under a signed head. */
export type LiabilitiesSeal = { readonly record: SealedRecord; readonly head: Seals['head'] }

/** A leaf of the customer's with the siblings on its way to the root. Sums are smallest units as text, in the order of the assets. */
export type ProvedLeaf = {
  readonly index: number
  /** 32 hexadecimal digits, drawn for this leaf alone. */
  readonly salt: Hex
  readonly sums: readonly string[]
  readonly path: readonly { readonly hash: Hex; readonly sums: readonly string[] }[]
}

/** What a customer needs to find the own balance in the published sums. Without leaves the customer owned nothing then. */
export type LiabilitiesProof = {
  readonly v: 1
  readonly customerId: string
  readonly statement: SignedLiabilities
  readonly leaves: readonly ProvedLeaf[]
  /** Null until the log has sealed the statement, a minute at most. */
  readonly seal: LiabilitiesSeal | null
}

const hash: Shape = { text: /^[0-9a-f]{64}$/ }
const name: Shape = { text: /^[\x20-\x7e]{1,200}$/ }
// No sign: a sum below 0 has no form.
const units: Shape = { text: /^(?:0|[1-9][0-9]{0,36})$/ }
const sums: Shape = { list: units }

export const statementFields = [
  ['v', 'whole'],
  ['origin', name],
  ['epoch', 'whole'],
  ['at', 'whole'],
  ['entry', 'whole'],
  ['depth', 'whole'],
  ['leaves', 'whole'],
  ['root', hash],
  [
    'assets',
    {
      list: {
        fields: [
          ['asset', name],
          ['scale', 'whole'],
          ['owed', units],
          ['custody', { nullable: units }],
          ['own', { nullable: units }],
        ],
      },
    },
  ],
  ['simulated', 'yesNo'],
  ['keyId', { text: /^[0-9a-f]{16}$/ }],
  ['signature', { text: /^[0-9a-f]{128}$/ }],
] as const satisfies readonly (readonly [string, Shape])[]

const leaf: Shape = {
  fields: [
    ['index', 'whole'],
    ['salt', { text: /^[0-9a-f]{32}$/ }],
    ['sums', sums],
    [
      'path',
      {
        list: {
          fields: [
            ['hash', hash],
            ['sums', sums],
          ],
        },
      },
    ],
  ],
}

const seal: Shape = {
  fields: [
    ['record', recordShape],
    ['head', headShape],
  ],
}

/** A customer's proof. */
export const proofShape: Shape = {
  fields: [
    ['v', 'whole'],
    ['customerId', { text: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/ }],
    ['statement', { fields: statementFields }],
    ['leaves', { list: leaf }],
    ['seal', { nullable: seal }],
  ],
}
