import { formatUnits } from '@evenhand/protocol/money.ts'
import type { Finding } from '../findings.ts'
import type { PublicKeys } from '../public-keys.ts'
import { fieldOf, insideResponse } from '../saved-response.ts'
import { compareShape } from '../shape.ts'
import { plainOf, readWritten, type Written } from '../strict-json.ts'
import { utcText } from '../utc.ts'
import { recordLeads, verifySealedHead } from '../verify-seals.ts'
import { proofShape, type LiabilitiesProof, type LiabilitiesSeal, type ProvedLeaf } from './proof.ts'
import { liabilitiesPayload, verifyLiabilities, type SignedLiabilities } from './statement.ts'
import { customerCommitment, rootOfSumPath, sumLeaf, type SumNode } from './sum-tree.ts'

/** What came of checking a proof. `owned`: what its leaves hold of each asset in order, smallest units. */
export type LiabilitiesVerdict = {
  readonly ok: boolean
  readonly findings: readonly Finding[]
  /** What was computed again, in signs that need no translation. */
  readonly lines: readonly string[]
  readonly owned: readonly bigint[]
  readonly document?: LiabilitiesProof
}

/** Whether a text may be a customer's proof of liabilities: a response that was saved whole, or bare. */
export function isLiabilitiesProof(text: string): boolean {
  try {
    const document = insideResponse(readWritten(text), 'statement')
    return fieldOf(document, 'statement') !== undefined && fieldOf(document, 'leaves') !== undefined
  } catch {
    return false
  }
}

/** Decimals of an asset at most; more would only make long texts. */
const maxScale = 18

const failed = (findings: readonly Finding[]): LiabilitiesVerdict => ({ ok: false, findings, lines: [], owned: [] })

/**
 * Checks a customer's proof of liabilities against public keys that the caller trusts: the form, the signature of the
 * statement, that every leaf is of this customer and leads to the root with sums in range and at a position of its own, that
 * the root's sums are the published ones, and the place of the statement in the log. Pure; needs no network. Whether the
 * leaves hold what the customer owned then is for the customer to compare.
 */
export function verifyLiabilitiesProof(text: string, keys: PublicKeys): LiabilitiesVerdict {
  let written: Written
  try {
    written = insideResponse(readWritten(text), 'statement')
  } catch (cause) {
    return failed([{ is: 'notJson', at: cause instanceof SyntaxError ? cause.message : '/' }])
  }
  const form = compareShape(written, proofShape, '')
  if (form.length > 0) return failed(form)
  const document = plainOf(written) as LiabilitiesProof
  const { statement, leaves, seal } = document
  const unscaled = statement.assets.findIndex(({ scale }) => scale > maxScale)
  if (unscaled >= 0) return failed([{ is: 'malformed', at: `statement.assets[${unscaled}].scale` }])
  const positions = leaves.map(({ index }) => index)
  const repeated = leaves.flatMap(({ index }, at): Finding[] =>
    positions.indexOf(index) < at ? [{ is: 'repeated', at: `leaves[${at}].index` }] : [],
  )
  const versions = [
    ['v', document.v],
    ['statement.v', statement.v],
  ] as const
  const findings = [
    ...versions.flatMap(([at, v]): Finding[] =>
      v === 1 ? [] : [{ is: 'changed', at, expected: '1', found: String(v) }],
    ),
    ...verifyStatement(statement, { seal, keys }),
    ...leaves.flatMap((leaf, at) => verifyLeaf(leaf, { at: `leaves[${at}]`, document, keys })),
    ...repeated,
  ]
  const owned = statement.assets.map((_, at) => leaves.reduce((sum, leaf) => sum + BigInt(leaf.sums[at] ?? '0'), 0n))
  return { ok: findings.length === 0, findings, lines: linesOf(document, owned), owned, document }
}

/** The signature of a statement and its place in the log, as far as it has one. */
export function verifyStatement(
  statement: SignedLiabilities,
  { seal, keys }: { seal: LiabilitiesSeal | null; keys: PublicKeys },
): Finding[] {
  const found: Finding[] = []
  const publicKey = keys.byId.get(statement.keyId)
  if (publicKey === undefined) found.push({ is: 'otherKey', at: 'statement.keyId', found: statement.keyId })
  else if (!verifyLiabilities(statement, publicKey, keys.crypto))
    found.push({ is: 'unsigned', at: 'statement.signature' })
  if (seal === null) return found
  const { record, head } = seal
  found.push(...verifySealedHead(head, 'seal.head', keys))
  if (head.origin !== statement.origin) found.push({ is: 'seal', at: 'seal.head.origin' })
  const payload = liabilitiesPayload(statement, keys.crypto)
  if (record.type !== 'liabilities' || !recordLeads(record, { payload, head, crypto: keys.crypto }))
    found.push({ is: 'seal', at: 'seal.record' })
  return found
}

const numbers = (sums: readonly string[]): bigint[] => sums.map(BigInt)

function rootOf(leaf: ProvedLeaf, { statement, customerId }: LiabilitiesProof, keys: PublicKeys): SumNode | undefined {
  const commitment = customerCommitment({ salt: leaf.salt, customerId }, keys.crypto)
  try {
    const node = sumLeaf({ epoch: statement.epoch, commitment, sums: numbers(leaf.sums) }, keys.crypto)
    const path = leaf.path.map(({ hash, sums }) => ({ hash, sums: numbers(sums) }))
    return rootOfSumPath({ leaf: node, index: leaf.index, path }, keys.crypto)
  } catch (cause) {
    if (cause instanceof RangeError) return undefined
    throw cause
  }
}

function verifyLeaf(
  leaf: ProvedLeaf,
  { at, document, keys }: { at: string; document: LiabilitiesProof; keys: PublicKeys },
): Finding[] {
  const { root, depth, assets } = document.statement
  const isWhole = [leaf, ...leaf.path].every(({ sums }) => sums.length === assets.length)
  if (!isWhole || leaf.path.length !== depth) return [{ is: 'malformed', at }]
  const found = rootOf(leaf, document, keys)
  if (found?.hash !== root) return [{ is: 'path', at }]
  return assets.flatMap(({ owed }, index): Finding[] => {
    const sum = String(found.sums[index])
    return sum === owed ? [] : [{ is: 'recomputed', at: `statement.assets[${index}].owed`, expected: sum, found: owed }]
  })
}

function linesOf({ statement, leaves }: LiabilitiesProof, owned: readonly bigint[]): string[] {
  const { at, entry, assets, root } = statement
  return [
    `${utcText(at)}  #${entry}  ${leaves.length}/${statement.leaves}  ${root}`,
    ...assets.map(({ asset, scale, owed }, index) => {
      const [own, all] = [owned[index] ?? 0n, BigInt(owed)].map((units) => formatUnits(units, scale))
      return `${asset}  ${own} / ${all}`
    }),
  ]
}
