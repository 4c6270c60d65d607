import { nobleCrypto } from '@evenhand/proofs/crypto-noble.ts'
import type { LiabilitiesSeal } from '@evenhand/proofs/liabilities/proof.ts'
import { verifyStatement } from '@evenhand/proofs/liabilities/verify-liabilities.ts'
import { readPublicKeys } from '@evenhand/proofs/public-keys.ts'
import type { PublicLiabilities } from '@evenhand/protocol/liabilities.ts'
import { pinKeys } from '../../lib/pinned-keys.ts'
import type { Liabilities } from './load-liabilities.ts'

/** Checks the signature of a statement and its place in the log with the keys that this browser kept. `signed`: not in the log yet. */
export async function checkStatement(
  statement: PublicLiabilities,
  seal: Liabilities['seal'],
): Promise<'right' | 'signed' | 'wrong'> {
  const keys = readPublicKeys((await pinKeys()).text, nobleCrypto)
  if (keys === undefined) throw new Error('no public keys')
  // What the protocol passes on as it came is checked field by field there.
  if (verifyStatement(statement, { seal: seal as LiabilitiesSeal | null, keys }).length > 0) return 'wrong'
  return seal === null ? 'signed' : 'right'
}
