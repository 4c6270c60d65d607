import { formatUnits } from '@evenhand/protocol/money.ts'
import type { OptionOrder } from '@evenhand/protocol/options.ts'
import type { Instrument } from '../markets/index.ts'
import type { DecidingTick, Order, SettledOrder } from './options.deps.ts'
import { expectedReturnOf, productOf, rateText, usdtText } from './options.rules.ts'
import { isSettled } from './options.store.ts'

/** The number a customer reads out to us. */
export const orderNoText = (orderNo: bigint): string => `EH${orderNo.toString().padStart(9, '0')}`

const wireTick = (
  tick: DecidingTick | null | undefined,
  precision: number,
): { seq: number; ts: number; price: string } | null =>
  tick === null || tick === undefined ? null : { seq: tick.seq, ts: tick.ts, price: formatUnits(tick.price, precision) }

/** An order as the wire shows it; `entry` is the entry tick of one that still runs, if the record has it. */
export function viewOrder(
  order: Order | SettledOrder,
  params: { instrument: Instrument; entry?: DecidingTick | undefined },
): OptionOrder {
  const { instrument } = params
  const settled = isSettled(order) ? order : undefined
  const entry = wireTick(settled === undefined ? params.entry : settled.entry, instrument.precision)
  const exit = settled === undefined || settled.status === 'SOLD' ? null : wireTick(settled.exit, instrument.precision)
  const closed = settled?.sale?.tick ?? exit
  return {
    id: order.id,
    orderNo: orderNoText(order.orderNo),
    code: instrument.code,
    type: instrument.type,
    direction: order.direction,
    stake: usdtText(order.stake),
    payoutRate: rateText(order.payoutPpm),
    limitTime: order.limitTime,
    acceptedAt: order.acceptedAt,
    openPrice: entry?.price ?? null,
    openTime: entry?.ts ?? null,
    closePrice: closed?.price ?? null,
    closeTime: closed?.ts ?? null,
    entryTick: entry,
    exitTick: exit,
    expirationTime: entry === null ? null : entry.ts + order.limitTime * 1000,
    fee: '0',
    profit: settled === undefined ? '0' : usdtText(settled.gain),
    expectedReturn: usdtText(expectedReturnOf(order.stake, order.payoutPpm)),
    status: settled?.status ?? (entry === null ? 'ACCEPTED' : 'OPEN'),
    ...(settled?.voidReason == null ? {} : { voidReason: settled.voidReason }),
    feedKind: order.feedKind,
    earlySale: productOf(order.limitTime).earlySale,
    mode: order.mode,
  }
}
