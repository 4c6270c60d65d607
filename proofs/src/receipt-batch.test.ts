import { expect, test } from 'vitest'
import { makeKey, makeOrder, makeReceipt } from '../test/build-receipts.ts'
import { nodeCrypto } from './crypto-node.ts'
import { nobleCrypto } from './crypto-noble.ts'
import { verifyInclusion, leafHash } from './merkle.ts'
import { batchMessage, orderRecord, proofOf, receiptOf, signBatch, splitHashes } from './receipt-batch.ts'

const { signer, publicKey } = makeKey()
const orders = Array.from({ length: 7 }, (_, index) =>
  makeOrder({ orderNo: `EH00000004${index}`, seenSeq: 41 + index }),
)
const signed = signBatch(orders, { batch: '019aa5b0-0000-7000-8000-0000000000ba', crypto: nodeCrypto, signer })

test('one signature covers the root of a batch, and every order has a path to it', () => {
  const { root, signature, leaves } = signed.batch
  for (const crypto of [nodeCrypto, nobleCrypto]) {
    expect(
      crypto.verify({ publicKey, message: batchMessage({ batch: signed.batch.batch, size: 7, root }), signature }),
    ).toBe(true)
  }
  orders.forEach((order, index) => {
    const proof = signed.proofs[index]
    const leaf = leafHash(orderRecord(order), nodeCrypto)
    expect(splitHashes(leaves)[index]).toBe(leaf)
    expect(verifyInclusion({ leaf, index, size: 7, path: proof?.path ?? [] }, root, nodeCrypto)).toBe(true)
  })
})

test('a proof is written out again from the stored batch', () => {
  orders.forEach((order, index) =>
    expect(proofOf(signed.batch, { order, index }, nodeCrypto)).toEqual(signed.proofs[index]),
  )
})

test('a batch of one has its order as root', () => {
  const alone = signBatch(orders.slice(0, 1), { batch: 'b', crypto: nodeCrypto, signer })
  expect(alone.proofs[0]).toMatchObject({ index: 0, size: 1, path: [], root: splitHashes(alone.batch.leaves)[0] })
})

test('every field of an order is in its leaf', () => {
  const order = makeOrder()
  for (const [name, value] of Object.entries(order)) {
    const other = {
      ...order,
      [name]: typeof value === 'number' ? value + 1 : Array.isArray(value) ? [...value, 'x'] : `${String(value)}x`,
    }
    expect(orderRecord(other), name).not.toBe(orderRecord(order))
  }
})

test('a receipt has its fields in their order, whatever order they came in', () => {
  const shuffled = Object.fromEntries(Object.entries(makeOrder()).toReversed()) as ReturnType<typeof makeOrder>
  const receipt = makeReceipt(makeOrder(), signer)
  expect(JSON.stringify(receiptOf(shuffled, receipt.proof))).toBe(JSON.stringify(receipt))
})
