import { sidesOf } from '@evenhand/proofs/contracts/price.ts'
import { refusedStops, type Stops, type StopsRefusal } from '@evenhand/proofs/contracts/stops.ts'
import type { EngineBook, EngineOrder, EnginePosition } from '@evenhand/proofs/contracts/engine/book.ts'
import { rateOf } from '@evenhand/proofs/contracts/engine/book.ts'
import { callLimitMs, closeOutOf, endOrder } from '@evenhand/proofs/contracts/engine/fill-order.ts'
import type { EngineEffect } from '@evenhand/proofs/contracts/engine/effects.ts'
import { sql, type Db } from '../../../kernel/db/db.ts'
import { msOf } from '../../../kernel/time/clock.ts'
import { chosen, type HeldAccounts } from './held-accounts.ts'

export type ContractRequest = {
  id: string
  accountId: bigint
  orderId: string
  kind: 'close' | 'stops' | 'cancel'
  lots: bigint
  stops: Stops
  acceptedAt: number
  seenSeq: number
}

const orderAssets = sql`select account_id, id, asset from contracts.positions
  union all select account_id, id, asset from contracts.orders`

/** Requests that wait of those accounts, oldest first; a bounded number at once. */
export async function waitingRequests(db: Db<'contracts'>, accounts: HeldAccounts): Promise<ContractRequest[]> {
  const { rows } = await sql<{
    id: string
    account_id: bigint
    order_id: string
    kind: ContractRequest['kind']
    lots: bigint | null
    stop_loss: bigint | null
    take_profit: bigint | null
    accepted_at: Date
    seen_seq: bigint
  }>`select r.* from contracts.requests r
    left join lateral (select o.asset from (${orderAssets}) o where o.account_id = r.account_id and o.id = r.order_id) o on true
    where r.outcome is null and (o.asset is null or exists (select from (select r.account_id, o.asset) one where ${chosen(accounts)}))
    order by r.seq limit 5000`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    orderId: row.order_id,
    kind: row.kind,
    lots: row.lots ?? 0n,
    stops: { stopLoss: row.stop_loss, takeProfit: row.take_profit },
    acceptedAt: msOf(row.accepted_at),
    seenSeq: Number(row.seen_seq),
  }))
}

export type StopsChange = {
  request: ContractRequest
  contract: EnginePosition | EngineOrder
  closeOut: bigint | null
  /** They hold for the ticks after this one. */
  afterSeq: number
}
export type Outcome = { id: string; outcome: 'done' | 'gone' | 'stale' | StopsRefusal; result: string | null }
export type TakenRequests = { effects: EngineEffect[]; stops: StopsChange[]; outcomes: Outcome[] }

const findPosition = (book: EngineBook, id: string): EnginePosition | undefined => {
  for (const positions of book.positions.values()) if (positions.has(id)) return positions.get(id)
  return undefined
}
const findOrder = (book: EngineBook, id: string): EngineOrder | undefined => {
  for (const orders of book.orders.values()) if (orders.has(id)) return orders.get(id)
  return undefined
}

/**
 * Whether a request can be taken: a change of stops and a cancellation hold for the ticks after the one that was seen, so the
 * ticks up to it are held first, or all of its time where none of them counts. A call to close waits for its tick in the book.
 */
export function isDue(book: EngineBook, { kind, orderId, seenSeq, acceptedAt }: ContractRequest): boolean {
  if (kind === 'close' || book.passedTo >= acceptedAt) return true
  const contract = findPosition(book, orderId) ?? findOrder(book, orderId)
  return contract === undefined || (book.newest.get(contract.instrument.code)?.seq ?? 0) >= seenSeq
}

/**
 * Takes requests into the book: stops and cancellations at once, for the ticks that follow; a call to close waits for its
 * tick, and is off where none has come within five seconds, so that nothing happens later than its caller knows.
 */
export function takeRequests(book: EngineBook, requests: readonly ContractRequest[], now: number): TakenRequests {
  const taken: TakenRequests = { effects: [], stops: [], outcomes: [] }
  for (const request of requests) {
    const position = findPosition(book, request.orderId)
    const order = position === undefined ? findOrder(book, request.orderId) : undefined
    const end = (outcome: Outcome['outcome']): void =>
      void taken.outcomes.push({ id: request.id, outcome, result: null })
    if (request.kind === 'close' && position !== undefined) takeClose(position, request, now, end)
    else if (request.kind === 'stops' && (position ?? order) !== undefined)
      takeStops(book, { request, position, order, taken, end })
    else if (request.kind === 'cancel' && order !== undefined && order.type !== 'MARKET') {
      taken.effects.push(endOrder(book, order, { status: 'CANCELLED', tick: null, price: null }))
      end('done')
    } else end('gone')
  }
  return taken
}

// oxlint-disable-next-line max-params -- what closes, what was requested, when, and how to end it
function takeClose(
  position: EnginePosition,
  request: ContractRequest,
  now: number,
  end: (outcome: 'stale') => void,
): void {
  const { id, lots, acceptedAt, seenSeq } = request
  const isStale = now >= acceptedAt + callLimitMs
  const others = position.closeRequests.filter((one) => one.id !== id)
  position.closeRequests = isStale ? others : [...others, { id, lots, acceptedAt, seenSeq }]
  if (isStale) end('stale')
}

type StopsParams = {
  request: ContractRequest
  position: EnginePosition | undefined
  order: EngineOrder | undefined
  taken: TakenRequests
  end: (outcome: Outcome['outcome']) => void
}

function takeStops(book: EngineBook, { request, position, order, taken, end }: StopsParams): void {
  const contract = position ?? order
  if (contract === undefined) return end('gone')
  const { instrument, side } = contract
  const tick = book.newest.get(instrument.code)
  const rate = rateOf(book, instrument)
  if (tick === undefined || rate === undefined) return end('stale')
  const closeOut = position === undefined ? null : closeOutOf(position, { tick, rate })
  const sides = sidesOf(instrument, order?.price ?? tick.price)
  const refused = refusedStops(request.stops, { side, sides, closeOut })
  if (refused !== null) return end(refused)
  contract.stops = request.stops
  taken.stops.push({ request, contract, closeOut, afterSeq: tick.seq })
  end('done')
}
