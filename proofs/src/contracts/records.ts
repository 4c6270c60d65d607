import { canonical, type Canonical } from '../canonical.ts'
import type { Crypto } from '../crypto.ts'
import { inclusionPath, leafHash, pathThrough, treeLevels } from '../merkle.ts'
import { batchMessage, joinHashes, splitHashes, type Batch, type SignBatch } from '../receipt-batch.ts'
import type { ReceiptProof } from '../receipt.ts'
import type { RecordKind } from './record-kinds.ts'

/** A record of what happened to an order, as it is signed. Prices and amounts are decimal text, times epoch milliseconds. */
export type ContractRecord = {
  readonly v: 1
  readonly origin: string
  readonly kind: RecordKind
  readonly orderId: string
  readonly at: number
} & { readonly [field: string]: Canonical }

/** How a record stands under the signature of its batch. */
export type ContractProof = Omit<ReceiptProof, 'marks'>

/** A value with the fields of its objects by name: what carries a record may write them in another order. */
function byName(value: Canonical): Canonical {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item: Canonical) => byName(item))
  const fields = Object.entries(value as { readonly [field: string]: Canonical })
  return Object.fromEntries(fields.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, item]) => [name, byName(item)]))
}

/** The record of a leaf: SHA-256(0x00 ‖ this), its fields by name. */
export const contractLeaf = (record: ContractRecord): string => canonical(['evenhand.contract', byName(record)])

/**
 * Signs records as one batch: a leaf each, one signature over the root. Answers the batch to keep and a proof for each record,
 * in the same order. At least one record.
 */
export function signContractRecords(
  records: readonly ContractRecord[],
  { batch, crypto, signer }: SignBatch,
): { batch: Batch; proofs: ContractProof[] } {
  if (records.length === 0) throw new RangeError('a batch has at least one record')
  const hashes = records.map((record) => leafHash(contractLeaf(record), crypto))
  const levels = treeLevels(hashes, crypto)
  const root = levels.at(-1)?.[0] ?? ''
  const size = records.length
  const { keyId } = signer
  const signature = signer.sign(batchMessage({ batch, size, root }))
  const proofs = records.map((_, index) => ({
    batch,
    index,
    size,
    path: pathThrough(levels, index),
    root,
    keyId,
    signature,
  }))
  return { batch: { batch, root, keyId, signature, leaves: joinHashes(hashes) }, proofs }
}

/** The proof of one record of a stored batch, the same as was answered when it was signed. */
export function contractProof(stored: Batch, index: number, crypto: Pick<Crypto, 'sha256'>): ContractProof {
  const { batch, root, keyId, signature } = stored
  const hashes = splitHashes(stored.leaves)
  return { batch, index, size: hashes.length, path: inclusionPath(hashes, index, crypto), root, keyId, signature }
}
