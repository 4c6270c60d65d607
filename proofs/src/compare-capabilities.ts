import { canonical, type Canonical } from './canonical.ts'
import type { Crypto, Hex } from './crypto.ts'
import type { Finding, FindingKind } from './findings.ts'
import { insideResponse } from './saved-response.ts'
import { compareShape, type Shape } from './shape.ts'
import { plainOf, readWritten, type Written } from './strict-json.ts'

/** A call that operators with one of the roles can make. */
export type OperatorCall = {
  readonly method: string
  readonly path: string
  readonly does: string
  readonly roles: readonly string[]
  readonly summary: string
}
export type Capabilities = { readonly sentence: string; readonly hash: Hex; readonly calls: readonly OperatorCall[] }
/** `hashed`: a hash is not that of what it stands for. */
export type CapabilityFault = Omit<Finding, 'is'> & { readonly is: FindingKind | 'hashed' }

const line: Shape = { text: /^[^\p{Cc}\p{Cs}]*$/u }
const word: Shape = { text: /^[a-z0-9]{1,40}$/ }
const shape: Shape = {
  fields: [
    ['sentence', { text: /^none sets prices, ticks or results$/ }],
    ['hash', { text: /^[0-9a-f]{64}$/ }],
    [
      'calls',
      {
        list: {
          fields: [
            ['method', { text: /^(?:GET|POST)$/ }],
            ['path', { text: /^\/[\x21-\x7e]{1,200}$/ }],
            ['does', word],
            ['roles', { list: word }],
            ['summary', line],
          ],
        },
      },
    ],
  ],
}

/** The hash of a list of calls, as /transparency shows it and the record of operators keeps it. */
export const capabilitiesHash = (calls: readonly OperatorCall[], crypto: Pick<Crypto, 'sha256'>): Hex =>
  crypto.sha256(canonical(calls as unknown as Canonical))

const isBefore = (a: OperatorCall, b: OperatorCall): boolean =>
  a.path === b.path ? a.method < b.method : a.path < b.path

/**
 * Reads what operators could do by a saved response of public/capabilities, whole or bare: its form, each call once and in
 * its place, and that its hash is that of the calls. No signature covers it; what does is the record of operators, which
 * holds the hash of every release.
 */
export function readCapabilities(
  text: string,
  crypto: Pick<Crypto, 'sha256'>,
): { readonly findings: readonly CapabilityFault[]; readonly document?: Capabilities } {
  let written: Written
  try {
    written = insideResponse(readWritten(text), 'calls')
  } catch (cause) {
    return { findings: [{ is: 'notJson', at: cause instanceof SyntaxError ? cause.message : '/' }] }
  }
  const form = compareShape(written, shape, '')
  if (form.length > 0) return { findings: form }
  const document = plainOf(written) as Capabilities
  const { calls, hash } = document
  const misplaced = calls.flatMap((call, index): Finding[] => {
    const before = calls[index - 1]
    if (before === undefined || isBefore(before, call)) return []
    const at = `calls[${index}]`
    return [isBefore(call, before) ? { is: 'reordered', at, expected: `calls[${index - 1}]` } : { is: 'repeated', at }]
  })
  const expected = capabilitiesHash(calls, crypto)
  const hashed: CapabilityFault[] = expected === hash ? [] : [{ is: 'hashed', at: 'hash', expected, found: hash }]
  return { findings: [...misplaced, ...hashed], document }
}

/** A call of both releases that differs in some fields. */
export type ChangedCall = { readonly before: OperatorCall; readonly after: OperatorCall }
export type CapabilityChanges = {
  readonly gained: readonly OperatorCall[]
  readonly lost: readonly OperatorCall[]
  readonly changed: readonly ChangedCall[]
}

const nameOf = ({ method, path }: OperatorCall): string => `${method} ${path}`
const byName = ({ calls }: Capabilities) => new Map(calls.map((call) => [nameOf(call), call]))

/** What operators gained and lost from one release to another, and which calls of both are not the same. */
export function compareCapabilities(older: Capabilities, newer: Capabilities): CapabilityChanges {
  const [known, now] = [byName(older), byName(newer)]
  return {
    gained: newer.calls.filter((call) => !known.has(nameOf(call))),
    lost: older.calls.filter((call) => !now.has(nameOf(call))),
    changed: newer.calls.flatMap((after) => {
      const before = known.get(nameOf(after))
      const isSame = before === undefined || JSON.stringify(before) === JSON.stringify(after)
      return isSame ? [] : [{ before, after }]
    }),
  }
}
