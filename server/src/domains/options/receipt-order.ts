import { canonical } from '@evenhand/proofs/canonical.ts'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { rules, type ReceiptOrder } from '@evenhand/proofs/receipt.ts'
import { exitKindsOf } from '@evenhand/proofs/settle.ts'
import type { Instrument } from '../markets/index.ts'
import type { Order } from './options.deps.ts'
import { paramsVersion, productTables, usdtText } from './options.rules.ts'
import { orderNoText } from './view-order.ts'

/** SHA-256 over the whole table of terms of each version, so that a receipt names the terms it was accepted under. */
const paramsHashes: ReadonlyMap<number, string> = new Map(
  [...productTables].map(([version, table]) => [
    version,
    nodeCrypto.sha256(canonical(table.map((one) => [one.limitTime, one.min, one.max, one.payoutPpm, one.earlySale]))),
  ]),
)

export type ReceiptContext = {
  origin: string
  instrument: Instrument
  head: { size: number; root: string }
  paramsVersion: number
}

/** The fields of an order's receipt. The same order gives the same fields whenever it is asked. */
export function receiptOrderOf(order: Order, of: ReceiptContext): ReceiptOrder {
  return {
    origin: of.origin,
    mode: order.mode,
    orderId: order.id,
    orderNo: orderNoText(order.orderNo),
    code: of.instrument.code,
    type: of.instrument.type,
    direction: order.direction,
    stake: usdtText(order.stake),
    payoutRate: usdtText(order.payoutPpm),
    limitTime: order.limitTime,
    acceptedAt: order.acceptedAt,
    seenSeq: order.seenSeq,
    precision: of.instrument.precision,
    feedKind: order.feedKind,
    exitKinds: exitKindsOf([order.feedKind]),
    ...rules,
    paramsVersion: of.paramsVersion,
    paramsHash: paramsHashes.get(of.paramsVersion) ?? '',
    headSize: of.head.size,
    headRoot: of.head.root,
  }
}

export { paramsVersion }
