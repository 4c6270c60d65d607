import { nobleCrypto } from '@evenhand/proofs/crypto-noble.ts'
import { verifyLiabilitiesProof } from '@evenhand/proofs/liabilities/verify-liabilities.ts'
import { readPublicKeys } from '@evenhand/proofs/public-keys.ts'
import { liabilitiesProof, type PublicLiabilities } from '@evenhand/protocol/liabilities.ts'
import { formatUnits } from '@evenhand/protocol/money.ts'
import { call } from '../../lib/call.ts'
import { pinKeys } from '../../lib/pinned-keys.ts'
import { fileText } from '../../lib/save-file.ts'
import { differenceOf, isSameStatement, type Difference } from './compare-own.ts'
import { loadLiabilities } from './load-liabilities.ts'
import { ownLinesAt } from './balance-lines.ts'

/** What came of looking for a customer's own balance in the published sum. */
export type OwnCheck = {
  readonly statement: PublicLiabilities
  /** Undefined where it is all there. */
  readonly difference: Difference | undefined
  /** What the proof counts for the customer, of each asset of which it counts anything. */
  readonly amounts: readonly { readonly asset: string; readonly text: string }[]
  /** The proof as a file, with its name. */
  readonly file: { readonly name: string; readonly text: string }
}

async function load() {
  const { statement } = await loadLiabilities()
  return statement === null ? undefined : { published: statement, proof: await call(liabilitiesProof, {}) }
}

/**
 * Looks for a customer's own balance in the newest statement with the code of the command line and the keys that this browser
 * kept. Undefined before the first statement. Throws what any call throws, which is no finding.
 */
export async function checkOwn(customerId: string): Promise<OwnCheck | undefined> {
  const first = await load()
  // A new statement may have been made between both responses.
  const found = first && !isSameStatement(first.published, first.proof.statement) ? await load() : first
  if (found === undefined) return undefined
  const { published, proof } = found
  const [lines, { text }] = await Promise.all([ownLinesAt(published.entry), pinKeys()])
  const keys = readPublicKeys(text, nobleCrypto)
  if (keys === undefined) throw new Error('no public keys')
  const file = fileText(proof)
  const verdict = verifyLiabilitiesProof(file, keys)
  return {
    statement: published,
    difference: differenceOf(verdict, { customerId, published, lines }),
    amounts: published.assets.flatMap(({ asset, scale }, at) => {
      const units = verdict.owned[at] ?? 0n
      return units === 0n ? [] : [{ asset, text: formatUnits(units, scale) }]
    }),
    file: { name: `evenhand-liabilities-${published.epoch}-${published.entry}.json`, text: file },
  }
}
