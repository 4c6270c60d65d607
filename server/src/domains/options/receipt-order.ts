import { rules, type ReceiptOrder } from '@evenhand/proofs/receipt.ts'
import { exitKindsOf } from '@evenhand/proofs/settle.ts'
import type { Instrument } from '../markets/index.ts'
import type { Order } from './options.deps.ts'
import { usdtText } from './options.rules.ts'
import { orderNoText } from './view-order.ts'

export type ReceiptContext = {
  origin: string
  instrument: Instrument
  head: { size: number; root: string }
  /** The terms it was accepted under, by number and hash. */
  terms: { version: number; hash: string }
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
    paramsVersion: of.terms.version,
    paramsHash: of.terms.hash,
    headSize: of.head.size,
    headRoot: of.head.root,
  }
}
