import { nobleCrypto } from '@evenhand/proofs/crypto-noble.ts'
import { readPublicKeys } from '@evenhand/proofs/public-keys.ts'
import { verifyReceipt } from '@evenhand/proofs/verify-receipt.ts'

/** What a check found: `findings` name what does not hold, and are empty where `ok`. */
export type Checked = { ok: boolean; findings: readonly { readonly is: string; readonly at: string }[] }

/**
 * Checks a receipt without any server: form, signatures, ticks and arithmetic. `receipt` is the result of `orderReceipt`,
 * `keys` that of `publicKeys`, kept from a time when it was trusted.
 */
export function checkReceipt(receipt: unknown, keys: unknown): Checked {
  const read = readPublicKeys(JSON.stringify(keys), nobleCrypto)
  if (read === undefined) return { ok: false, findings: [{ is: 'otherKey', at: 'keys' }] }
  const { ok, findings } = verifyReceipt(JSON.stringify(receipt), read)
  return { ok, findings: findings as unknown as Checked['findings'] }
}
