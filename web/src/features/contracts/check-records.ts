import { verifyContract, type ContractVerdict, type SignedRecord } from '@evenhand/proofs/contracts/verify-contract.ts'
import { nobleCrypto } from '@evenhand/proofs/crypto-noble.ts'
import { readPublicKeys } from '@evenhand/proofs/public-keys.ts'

/** Checks the records of a contract in this browser; `keysText` is the kept response of public/keys. Loaded on request only. */
export function checkRecords(records: readonly SignedRecord[], keysText: string): ContractVerdict {
  const keys = readPublicKeys(keysText, nobleCrypto)
  if (keys === undefined) return { ok: false, findings: [{ is: 'otherKey', at: 'keys' }], state: undefined, steps: [] }
  return verifyContract(records, keys)
}
