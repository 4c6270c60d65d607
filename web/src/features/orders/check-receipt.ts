import { nobleCrypto } from '@evenhand/proofs/crypto-noble.ts'
import { readPublicKeys } from '@evenhand/proofs/public-keys.ts'
import { verifyReceipt, type Verdict } from '@evenhand/proofs/verify-receipt.ts'

/**
 * Checks a receipt in this browser with the code the command line uses: form, signatures, ticks, arithmetic. `keysText`
 * is the kept response of public/keys. Loaded on request only.
 */
export function checkReceipt(receiptText: string, keysText: string): Verdict {
  const keys = readPublicKeys(keysText, nobleCrypto)
  if (keys === undefined) return { ok: false, findings: [{ is: 'otherKey', at: 'keys' }], arithmetic: [] }
  return verifyReceipt(receiptText, keys)
}
