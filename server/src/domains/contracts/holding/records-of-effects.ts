import { formatUnits } from '@evenhand/protocol/money.ts'
import type { EngineEffect } from '@evenhand/proofs/contracts/engine/effects.ts'
import type { EngineTick } from '@evenhand/proofs/contracts/engine/book.ts'
import type { QuoteRate } from '@evenhand/proofs/contracts/price.ts'
import type { ContractRecord } from '@evenhand/proofs/contracts/records.ts'
import type { NewRecord } from '../contract-records.ts'
import { usdtText } from '../contracts.rules.ts'
import { accountOfKey } from './account-of-key.ts'
import type { StopsChange } from './requests.ts'

export type RecordContext = { origin: string; at: number; childOf: (effect: EngineEffect) => string | null }

type HeldContract = { id: string; instrument: { precision: number }; account: { key: string } }

const tickText = ({ seq, ts, price }: EngineTick, precision: number) => ({
  seq,
  ts,
  price: formatUnits(price, precision),
})
const rateText = ({ numerator, denominator }: QuoteRate): string => `${numerator}/${denominator}`
const priceText = (units: bigint | null, precision: number): string | null =>
  units === null ? null : formatUnits(units, precision)

function recordOf(
  contract: HeldContract,
  { origin, at }: RecordContext,
  body: Pick<ContractRecord, 'kind'> & Omit<ContractRecord, 'v' | 'origin' | 'orderId' | 'at'>,
): NewRecord {
  const { kind, ...fields } = body
  return {
    accountId: accountOfKey(contract.account).id,
    orderId: contract.id,
    body: { v: 1, origin, kind, orderId: contract.id, at, ...fields } as ContractRecord,
  }
}

/** The signed record of what a tick or the clock did to an order; effects on accounts alone have none of their own. */
export function recordOfEffect(effect: EngineEffect, context: RecordContext): NewRecord[] {
  switch (effect.is) {
    case 'opened': {
      const { position, tick, rate, opening, price, closeOut, expiry } = effect
      const { precision } = position.instrument
      return [
        recordOf(position, context, {
          kind: 'opened',
          tick: tickText(tick, precision),
          rate: rateText(rate),
          openPrice: formatUnits(price, precision),
          units: formatUnits(opening.units, 8),
          notional: usdtText(opening.notional),
          margin: usdtText(opening.margin),
          fee: usdtText(opening.fee),
          closeOut: priceText(closeOut, precision),
          ...(expiry && { expiresAt: expiry.at, daysOff: expiry.daysOff }),
        }),
      ]
    }
    case 'ended': {
      const { order, status, afterSeq, tick, price } = effect
      const { precision } = order.instrument
      return [
        recordOf(order, context, {
          kind: 'ended',
          status,
          afterSeq,
          tick: tick === null ? null : tickText(tick, precision),
          price: priceText(price, precision),
        }),
      ]
    }
    case 'closed':
      return [closedRecord(effect, context)]
    case 'financed': {
      const { position, midnight, tick, rate, amount, total } = effect
      return [
        recordOf(position, context, {
          kind: 'financed',
          midnight,
          tick: tickText(tick, position.instrument.precision),
          rate: rateText(rate),
          amount: usdtText(amount),
          total: usdtText(total),
        }),
      ]
    }
    case 'closingOut': {
      const { account, id, afterSeq, equity, margin, valuations } = effect
      const position = account.positions.get(id)
      if (position === undefined) return []
      return [
        recordOf(position, context, {
          kind: 'closingOut',
          afterSeq,
          equity: usdtText(equity),
          margin: usdtText(margin),
          positions: valuations.map((one) => ({ ...one, result: usdtText(one.result) })),
        }),
      ]
    }
    case 'warned':
    case 'protected':
      return []
  }
}

function closedRecord(effect: Extract<EngineEffect, { is: 'closed' }>, context: RecordContext): NewRecord {
  const { position, reason, request, lots, tick, rate, price, closing } = effect
  const { precision } = position.instrument
  return recordOf(position, context, {
    kind: 'closed',
    reason,
    part: context.childOf(effect),
    requestedAt: request?.acceptedAt ?? null,
    seenSeq: request?.seenSeq ?? null,
    lots: formatUnits(lots, 2),
    tick: tickText(tick, precision),
    rate: rateText(rate),
    closePrice: formatUnits(price, precision),
    profit: usdtText(closing.profit),
    feeOpen: usdtText(closing.feeOpen),
    feeClose: usdtText(closing.feeClose),
    financing: usdtText(closing.financing),
    margin: usdtText(closing.marginReleased),
    restLots: formatUnits(closing.rest?.lots ?? 0n, 2),
    closeOut: priceText(effect.closeOut, precision),
  })
}

/** The signed record of a change of stops. */
export function recordOfStops(
  { request, contract, closeOut, afterSeq }: StopsChange,
  context: RecordContext,
): NewRecord {
  const { precision } = contract.instrument
  return recordOf(contract, context, {
    kind: 'stops',
    requestedAt: request.acceptedAt,
    afterSeq,
    stopLoss: priceText(request.stops.stopLoss, precision),
    takeProfit: priceText(request.stops.takeProfit, precision),
    closeOut: priceText(closeOut, precision),
  })
}
