import { canonical, canonicalList } from './canonical.ts'
import { hexOfBytes, putHex, type Crypto, type Hex, type Signer } from './crypto.ts'
import { markOf } from './marks.ts'
import { inclusionPath, leafHash, pathThrough, treeLevels } from './merkle.ts'
import type { Receipt, ReceiptOrder, ReceiptProof } from './receipt.ts'

/** The fields of an order in their order, as they are written into the leaf. */
export const orderFields = [
  'origin',
  'mode',
  'orderId',
  'orderNo',
  'code',
  'type',
  'direction',
  'stake',
  'payoutRate',
  'limitTime',
  'acceptedAt',
  'seenSeq',
  'precision',
  'feedKind',
  'exitKinds',
  'entryRule',
  'exitRule',
  'tieRule',
  'ruleVersion',
  'paramsVersion',
  'paramsHash',
  'headSize',
  'headRoot',
] as const satisfies readonly (keyof ReceiptOrder)[]

/** The fields of a proof that its marks cover after the order's. The path is left out: where all marks fit, it is the path. */
export const markedProofFields = ['batch', 'index', 'size', 'root', 'keyId', 'signature'] as const

const leafHead = `l${orderFields.length + 2};${canonical('evenhand.receipt')}${canonical(1)}`

/** What was written last for each field: most orders of a batch share it with the one before. */
type Written = (Form | undefined)[]
type Form = { readonly value: unknown; readonly text: string; readonly mark: string }
const ownFields = new Set<string>(['orderId', 'orderNo', 'stake', 'seenSeq'])

function write(value: ReceiptOrder[keyof ReceiptOrder]): Form {
  const text = canonical(value)
  return { value, text, mark: markOf(text) }
}

function writeOrder(order: ReceiptOrder, written: Written): { record: string; marks: string } {
  let record = leafHead
  let marks = ''
  for (let index = 0; index < orderFields.length; index += 1) {
    const name = orderFields[index] as keyof ReceiptOrder
    const value = order[name]
    let form = written[index]
    if (form === undefined || form.value !== value) {
      form = write(value)
      if (!ownFields.has(name)) written[index] = form
    }
    record += form.text
    marks += form.mark
  }
  return { record, marks }
}

/** The record of an order: the leaf of its batch is SHA-256(0x00 ‖ this). */
export const orderRecord = (order: ReceiptOrder): string => writeOrder(order, []).record

/** What one signature covers: the batch, how many receipts it holds, and the root over them. */
export const batchMessage = (batch: Pick<ReceiptProof, 'batch' | 'size' | 'root'>): string =>
  canonicalList(['evenhand.batch.1', batch.batch, batch.size, batch.root])

/** What is stored of a batch; with an order's index it is enough to write that order's proof out again. */
export type Batch = {
  readonly batch: string
  readonly root: Hex
  readonly keyId: string
  readonly signature: Hex
  /** The leaf hashes, 32 bytes each, in the order of the orders. */
  readonly leaves: Uint8Array
}

export type SignBatch = { readonly batch: string; readonly crypto: Pick<Crypto, 'sha256'>; readonly signer: Signer }

/**
 * Signs orders as one batch: a leaf each, one signature over the root. Returns the batch to store and a proof for each
 * order, in the same order. At least one order; all of them are hashed in this call (about 4 µs each), so bound the batch.
 */
export function signBatch(
  orders: readonly ReceiptOrder[],
  { batch, crypto, signer }: SignBatch,
): { batch: Batch; proofs: ReceiptProof[] } {
  if (orders.length === 0) throw new RangeError('a batch has at least one order')
  const written: Written = []
  const marks: string[] = []
  const hashes = orders.map((order) => {
    const form = writeOrder(order, written)
    marks.push(form.marks)
    return leafHash(form.record, crypto)
  })
  const levels = treeLevels(hashes, crypto)
  const root = levels.at(-1)?.[0] as Hex
  const size = orders.length
  const { keyId } = signer
  const signature = signer.sign(batchMessage({ batch, size, root }))
  const proofs = marks.map((orderMarks, index): ReceiptProof => {
    const path = pathThrough(levels, index)
    return { batch, index, size, path, root, keyId, signature, marks: orderMarks }
  })
  return { batch: { batch, root, keyId, signature, leaves: joinHashes(hashes) }, proofs: markProofs(proofs) }
}

/** Adds the marks of the proofs' own fields; all but the index are the same within a batch. */
function markProofs(proofs: readonly ReceiptProof[]): ReceiptProof[] {
  const first = proofs[0] as ReceiptProof
  const mark = (value: string | number): string => markOf(canonical(value))
  const [batch, size] = [mark(first.batch), mark(first.size)]
  const tail = mark(first.root) + mark(first.keyId) + mark(first.signature)
  return proofs.map((proof) => ({ ...proof, marks: proof.marks + batch + mark(proof.index) + size + tail }))
}

/** The proof of one order of a stored batch, the same as `signBatch` returned. */
export function proofOf(
  stored: Batch,
  at: { order: ReceiptOrder; index: number },
  crypto: Pick<Crypto, 'sha256'>,
): ReceiptProof {
  const { batch, root, keyId, signature } = stored
  const hashes = splitHashes(stored.leaves)
  const path = inclusionPath(hashes, at.index, crypto)
  const { marks } = writeOrder(at.order, [])
  return markProofs([
    { batch, index: at.index, size: hashes.length, path, root, keyId, signature, marks },
  ])[0] as ReceiptProof
}

/** The signed receipt of an order. Copies the order's fields into their order, whatever order they came in. */
export function receiptOf(order: ReceiptOrder, proof: ReceiptProof): Receipt {
  // Written out, because this stands on the path of every order: a copy by names costs three times as much.
  const ordered: ReceiptOrder = {
    origin: order.origin,
    mode: order.mode,
    orderId: order.orderId,
    orderNo: order.orderNo,
    code: order.code,
    type: order.type,
    direction: order.direction,
    stake: order.stake,
    payoutRate: order.payoutRate,
    limitTime: order.limitTime,
    acceptedAt: order.acceptedAt,
    seenSeq: order.seenSeq,
    precision: order.precision,
    feedKind: order.feedKind,
    exitKinds: order.exitKinds,
    entryRule: order.entryRule,
    exitRule: order.exitRule,
    tieRule: order.tieRule,
    ruleVersion: order.ruleVersion,
    paramsVersion: order.paramsVersion,
    paramsHash: order.paramsHash,
    headSize: order.headSize,
    headRoot: order.headRoot,
  }
  return { v: 1, order: ordered, proof }
}

/** Hashes as bytes, 32 each. */
export function joinHashes(hashes: readonly Hex[]): Uint8Array {
  const bytes = new Uint8Array(hashes.length * 32)
  hashes.forEach((hash, index) => putHex(bytes, index * 32, hash))
  return bytes
}

/** Bytes as hashes, 32 each. */
export function splitHashes(bytes: Uint8Array): Hex[] {
  const hex = hexOfBytes(bytes)
  return Array.from({ length: bytes.length / 32 }, (_, index) => hex.slice(index * 64, index * 64 + 64))
}
