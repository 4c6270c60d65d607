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

/** The names of an object's fields in their order, sorted, each with its written form. */
type Shape = readonly { readonly name: string; readonly form: string }[]

// Records of a kind have the same fields: what is sorted once is looked up. Bounded, because a document may name any.
const shapes = new Map<string, Shape>()
const maxShapes = 256

function shapeOf(names: readonly string[]): Shape {
  const key = names.join('\n')
  const known = shapes.get(key)
  // A name with a line break in it can have the key of more names, and is not kept.
  if (known?.length === names.length) return known
  const shape = names.toSorted().map((name) => ({ name, form: canonical(name) }))
  if (shapes.size < maxShapes && names.every((name) => !name.includes('\n'))) shapes.set(key, shape)
  return shape
}

/** The written form of a value with the fields of its objects by name: what carries a record may write them in another order. */
function formByName(value: Canonical): string {
  if (typeof value !== 'object' || value === null) return canonical(value)
  if (Array.isArray(value)) return `l${value.length};${value.map((item: Canonical) => formByName(item)).join('')}`
  const fields = value as { readonly [field: string]: Canonical }
  const shape = shapeOf(Object.keys(fields))
  let text = `o${shape.length};`
  for (const { name, form } of shape) text += form + formByName(fields[name] as Canonical)
  return text
}

const leafHead = `l2;${canonical('evenhand.contract')}`

/** The record of a leaf: SHA-256(0x00 ‖ this), its fields by name. */
export const contractLeaf = (record: ContractRecord): string => leafHead + formByName(record)

/**
 * Signs records as one batch: a leaf each, one signature over the root. Returns the batch to keep, and the proof of each record
 * by its position. At least one record.
 */
export function signContractRecords(
  records: readonly ContractRecord[],
  { batch, crypto, signer }: SignBatch,
): { batch: Batch; proofAt: (index: number) => ContractProof } {
  if (records.length === 0) throw new RangeError('a batch has at least one record')
  const hashes = records.map((record) => leafHash(contractLeaf(record), crypto))
  const levels = treeLevels(hashes, crypto)
  const root = levels.at(-1)?.[0] ?? ''
  const size = records.length
  const { keyId } = signer
  const signature = signer.sign(batchMessage({ batch, size, root }))
  const proofAt = (index: number): ContractProof => {
    const path = pathThrough(levels, index)
    return { batch, index, size, path, root, keyId, signature }
  }
  return { batch: { batch, root, keyId, signature, leaves: joinHashes(hashes) }, proofAt }
}

/** The proof of one record of a stored batch, the same as was returned when it was signed. */
export function contractProof(stored: Batch, index: number, crypto: Pick<Crypto, 'sha256'>): ContractProof {
  const { batch, root, keyId, signature } = stored
  const hashes = splitHashes(stored.leaves)
  return { batch, index, size: hashes.length, path: inclusionPath(hashes, index, crypto), root, keyId, signature }
}
