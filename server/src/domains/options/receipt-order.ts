import { rules, type ReceiptOrder } from '@evenhand/proofs/receipt.ts'
import { exitKindsOf } from '@evenhand/proofs/settle.ts'
import { feedKinds, type FeedKind } from '@evenhand/protocol/markets.ts'
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

const exitKindsOfFeed = Object.fromEntries(feedKinds.map((kind) => [kind, exitKindsOf([kind])])) as Record<
  FeedKind,
  readonly string[]
>

/** The fields of an order's receipt. The same order gives the same fields whenever it is requested. */
export function receiptOrderOf(order: Order, params: ReceiptContext): ReceiptOrder {
  return {
    origin: params.origin,
    mode: order.mode,
    orderId: order.id,
    orderNo: orderNoText(order.orderNo),
    code: params.instrument.code,
    type: params.instrument.type,
    direction: order.direction,
    stake: usdtText(order.stake),
    payoutRate: usdtText(order.payoutPpm),
    limitTime: order.limitTime,
    acceptedAt: order.acceptedAt,
    seenSeq: order.seenSeq,
    precision: params.instrument.precision,
    feedKind: order.feedKind,
    exitKinds: exitKindsOfFeed[order.feedKind],
    ...rules,
    paramsVersion: params.terms.version,
    paramsHash: params.terms.hash,
    headSize: params.head.size,
    headRoot: params.head.root,
  }
}
