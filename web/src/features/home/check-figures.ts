import { nobleCrypto } from '@evenhand/proofs/crypto-noble.ts'
import { verifyFigures } from '@evenhand/proofs/figures.ts'
import { readPublicKeys } from '@evenhand/proofs/public-keys.ts'
import type { SignedStats } from './load-figures.ts'

/**
 * Checks signed figures in this browser: that a kept key signed them, and that each hash is that of the SQL shown beside
 * it. `keysText` is the kept response of public/keys. Loaded only on the page that shows it.
 */
export function checkFigures(stats: SignedStats, keysText: string): boolean {
  const publicKey = readPublicKeys(keysText, nobleCrypto)?.byId.get(stats.keyId)
  const shown = new Set(stats.queries.map(({ sql }) => nobleCrypto.sha256(sql)))
  return (
    publicKey !== undefined &&
    verifyFigures(stats, publicKey, nobleCrypto) &&
    stats.figures.every(({ sqlHash }) => sqlHash === null || shown.has(sqlHash))
  )
}
