import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { nodeCrypto } from '../src/crypto-node.ts'
import { keyIdOf, type Hex, type Signer } from '../src/crypto.ts'
import { recordHash, signHead, type LogRecord } from '../src/head.ts'
import { inclusionPath, merkleRoot } from '../src/merkle.ts'
import type { PublicKeys } from '../src/public-keys.ts'
import { receiptOf, signBatch } from '../src/receipt-batch.ts'
import { settledReceipt } from '../src/receipt-document.ts'
import { settlementOf, type SaleFacts } from '../src/receipt-settlement.ts'
import { rules, type Receipt, type ReceiptOrder, type Seals, type SettledReceipt } from '../src/receipt.ts'
import { minutePayload, segmentHash, type Segment } from '../src/segment.ts'
import type { TickRecord } from '../src/settle.ts'
import { formatUnits } from '@evenhand/protocol/money.ts'

/** 2026-11-21T12:00:00.000Z. */
export const noon = 1_795_262_400_000

export type TestKey = { signer: Signer; publicKey: Hex; pem: string; keys: PublicKeys }

export function makeKey(): TestKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const hex = publicHex(publicKey)
  const keyId = keyIdOf(hex, nodeCrypto)
  return {
    signer: { keyId, sign: (message) => sign(null, Buffer.from(message), privateKey).toString('hex') },
    publicKey: hex,
    pem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    keys: { byId: new Map([[keyId, hex]]), crypto: nodeCrypto },
  }
}

const publicHex = (key: KeyObject): Hex => key.export({ type: 'spki', format: 'der' }).subarray(-32).toString('hex')

export const makeOrder = (over: Partial<ReceiptOrder> = {}): ReceiptOrder => ({
  origin: 'evenhand/test',
  mode: 'virtual',
  orderId: '019aa5b0-0000-7000-8000-000000000001',
  orderNo: 'EH000000042',
  code: 'EURUSD',
  type: 1,
  direction: 'UP',
  stake: '100.000000',
  payoutRate: '0.940000',
  limitTime: 60,
  acceptedAt: noon,
  seenSeq: 41,
  precision: 5,
  feedKind: 'simulated',
  exitKinds: ['simulated'],
  ...rules,
  paramsVersion: 1,
  paramsHash: '11'.repeat(32),
  headSize: 7,
  headRoot: '22'.repeat(32),
  ...over,
})

/** A tick a second from noon on: seq 41 at noon, 42 a second later …, prices by `priceAt(second)`. */
export const makeTicks = (seconds: number, priceAt: (second: number) => bigint = () => 108_512n): TickRecord[] =>
  Array.from({ length: seconds + 1 }, (_, second) => ({
    seq: 41 + second,
    ts: noon + second * 1000,
    price: priceAt(second),
    late: false,
    feedKind: 'simulated',
  }))

/** A receipt as the third of five in its batch. */
export function makeReceipt(order: ReceiptOrder, signer: Signer): Receipt {
  const others = [0, 1, 3, 4].map((index) => makeOrder({ orderNo: `EH00000010${index}` }))
  const orders = [...others.slice(0, 2), order, ...others.slice(2)]
  const { proofs } = signBatch(orders, { batch: '019aa5b0-0000-7000-8000-0000000000ba', crypto: nodeCrypto, signer })
  const proof = proofs[2]
  if (proof === undefined) throw new Error('a proof an order')
  return receiptOf(order, proof)
}

export type DocumentParams = {
  order?: Partial<ReceiptOrder>
  ticks: readonly TickRecord[]
  sale?: SaleFacts
  seals?: boolean
  signer: Signer
}

/** The whole document of a settled order, with the log around it made on the spot. */
export function makeDocument({ order: over, ticks, sale, seals, signer }: DocumentParams): SettledReceipt {
  const order = makeOrder(over)
  const receipt = makeReceipt(order, signer)
  const facts = { order, entryTicks: ticks, exitTicks: ticks, sale: sale ?? null, entrySeq: 9001 }
  const settlement = settlementOf({ ...facts, decidedAt: noon + 62_500 })
  const proofs = seals === true ? makeSeals(receipt, { ticks, signer }) : null
  return settledReceipt(receipt, { settlement, seals: proofs }, signer)
}

function makeSeals({ order, proof }: Receipt, params: { ticks: readonly TickRecord[]; signer: Signer }): Seals {
  const minutes = Map.groupBy(params.ticks, (tick) => Math.floor(tick.ts / 60_000))
  const segments = [...minutes].map(([minute, ticks]): Segment => ({
    code: order.code,
    precision: order.precision,
    minute,
    ticks,
  }))
  // Beside ours, every minute holds another instrument's segment.
  const leaves = segments.map((segment) => ['33'.repeat(32), segmentHash(segment, nodeCrypto), '44'.repeat(32)])
  const records: LogRecord[] = [
    { seq: 0, type: 'receipts', time: noon + 1, actor: 'options', payload: proof.root },
    ...leaves.map((hashes, index): LogRecord => ({
      seq: index + 1,
      type: 'ticks',
      time: noon + 2 + index,
      actor: 'markets',
      payload: minutePayload(
        { minute: segments[index]?.minute ?? 0, size: hashes.length, root: merkleRoot(hashes, nodeCrypto) },
        nodeCrypto,
      ),
    })),
  ]
  const log = records.map((record) => recordHash(record, nodeCrypto))
  const root = merkleRoot(log, nodeCrypto)
  const head = { origin: order.origin, size: log.length, root, time: noon + 90_000, build: 'test' }
  const {
    after: _after,
    consistency: _consistency,
    ...signed
  } = signHead(head, { after: 0, consistency: [] }, params.signer)
  const sealed = (record: LogRecord) => {
    const { payload: _payload, ...rest } = record
    return { ...rest, path: inclusionPath(log, record.seq, nodeCrypto) }
  }
  return {
    ticks: segments.map((segment, index) => ({
      ...segment,
      ticks: segment.ticks.map(
        (tick) => [tick.seq, tick.ts, formatUnits(tick.price, order.precision), tick.late, tick.feedKind] as const,
      ),
      index: 1,
      size: 3,
      path: inclusionPath(leaves[index] ?? [], 1, nodeCrypto),
      record: sealed(records[index + 1] as LogRecord),
    })),
    receipts: sealed(records[0] as LogRecord),
    head: signed,
  }
}
