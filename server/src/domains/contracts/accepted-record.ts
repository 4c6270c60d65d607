import { formatUnits } from '@evenhand/protocol/money.ts'
import { statedTerms } from '@evenhand/proofs/contracts/class-table.ts'
import { openingPrice } from '@evenhand/proofs/contracts/price.ts'
import type { ContractRecord } from '@evenhand/proofs/contracts/records.ts'
import type { Placed } from './accept-orders.ts'
import type { ContractTicket } from './contract-ticket.ts'
import type { ContractsDeps } from './contracts.deps.ts'
import { contractNoText, usdtText } from './contracts.rules.ts'

/** What was agreed at acceptance, before the tick exists at which it fills. */
export function acceptedRecord(
  { origin }: Pick<ContractsDeps, 'origin'>,
  { id, acceptedAt, held, wanted }: Placed,
  orderNo: bigint,
): ContractRecord {
  const { request, ticket, mode } = wanted
  const price = (units: bigint | null): string | null =>
    units === null ? null : formatUnits(units, ticket.facts.precision)
  return {
    v: 1,
    origin,
    kind: 'accepted',
    orderId: id,
    at: acceptedAt,
    orderNo: contractNoText(orderNo),
    mode,
    code: request.code,
    instrument: factsOf(ticket.facts),
    side: request.side,
    orderType: request.orderType,
    lots: formatUnits(request.lots, 2),
    leverage: request.leverage,
    price: price(ticket.price),
    stopLoss: price(ticket.stops.stopLoss),
    takeProfit: price(ticket.stops.takeProfit),
    maxSlippage: request.maxSlippage ?? null,
    waitsUntil: request.expiresAt ?? null,
    seenSeq: ticket.latest.seq,
    seenPrice: price(openingPrice(request.side, ticket.sides)) ?? '',
    feedKind: ticket.latest.feedKind,
    held: usdtText(held),
    fill: 'first tick with seq > seenSeq and ts >= at + 500 ms',
  }
}

/** What the rules read of an instrument and the terms it keeps, so that a record can be checked without its catalogue. */
function factsOf(facts: ContractTicket['facts']) {
  const { type, subType, base, quote, precision, tickUnits, refUnits } = facts
  return {
    type,
    subType,
    base,
    quote,
    precision,
    tickUnits: String(tickUnits),
    refUnits: String(refUnits),
    terms: statedTerms(facts),
  }
}
