import type { buyContract } from '@evenhand/protocol/contracts.ts'
import { formatUnits } from '@evenhand/protocol/money.ts'
import { openingPrice } from '@evenhand/proofs/contracts/price.ts'
import type { ContractRecord } from '@evenhand/proofs/contracts/records.ts'
import * as z from 'zod/mini'
import { sql } from '../../kernel/db/db.ts'
import type { Call } from '../../kernel/http/http.ts'
import { Refusal, refuse } from '../../kernel/http/refusal.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import { accountNow, type KnownContracts } from './account-now.ts'
import { recordsOf, signedRecords } from './contract-records.ts'
import { contractTicket, mustHold, stopSides, type ContractTicket } from './contract-ticket.ts'
import { contractNoText, firstLimits, heldFor, keyRoutes, usdtText } from './contracts.rules.ts'
import { assetOfMode, findContract } from './contracts.store.ts'
import { withTicket } from './preview-contract.ts'

type Request = z.output<typeof buyContract.request>
type Response = z.input<typeof buyContract.result>

/**
 * Takes an order for a contract. Read: the ticket and the account of this moment. Decide: every check that needs no lock.
 * Write: one statement, which guards key, limits, the house's exposure and the balance. A key seen before answers what it
 * answered first.
 */
export async function buy(deps: KnownContracts, request: Request, call: Call): Promise<Response> {
  let placed: Placed
  try {
    placed = await decide(deps, request, call)
  } catch (cause) {
    const first = cause instanceof Refusal ? await repeatOf(deps, call) : undefined
    if (first === undefined) throw cause
    return first
  }
  const { proof, ...written } = await write(deps, placed, call)
  const { body } = placed
  const { outcome, ref } = written
  if (outcome === 'accepted') {
    deps.changed?.([{ accountId: call.session.accountId, mode: call.mode }])
    return { orderId: placed.id, orderNo: contractNoText(placed.orderNo), receipt: { ...body, proof } }
  }
  if (outcome === 'repeated' && ref !== null) return firstResponse(deps, { accountId: call.session.accountId, id: ref })
  throw await refusalOf(deps, { written, placed, call })
}

type Placed = {
  id: string
  orderNo: bigint
  request: Request
  ticket: ContractTicket
  acceptedAt: number
  held: bigint
  free: bigint
  body: ContractRecord
}

async function decide(deps: KnownContracts, request: Request, call: Call): Promise<Placed> {
  const ticket = await contractTicket(deps, request, call)
  const { accountId } = call.session
  const account = await accountNow(deps, { accountId, mode: call.mode })
  const { closeOut } = withTicket(account, ticket, request)
  mustHold(ticket.stops, { side: request.side, sides: stopSides(ticket), closeOut, precision: ticket.facts.precision })
  const acceptedAt = deps.clock.now()
  if (request.expiresAt !== undefined && (request.orderType === 'MARKET' || request.expiresAt <= acceptedAt))
    throw refuse('amountWrong', { field: 'expiresAt' })
  const { notional } = deps.limits ?? firstLimits
  if (ticket.opening.notional > notional)
    throw refuse('openLimitReached', { limit: 'notional', max: formatUnits(notional, 6, 0) })
  const needed = ticket.opening.margin + ticket.opening.fee
  const { free } = account.state
  const isMarket = request.orderType === 'MARKET'
  if (isMarket && needed > free) throw await shortRefusal(deps, { free, needed }, call)
  const wanted = heldFor(needed)
  const held = isMarket ? (wanted < free ? wanted : free) : 0n
  const { rows } = await sql<{ no: bigint }>`select nextval('contracts.order_no_seq') as no`.execute(deps.db)
  const order = { id: uuidV7(acceptedAt), orderNo: rows[0]?.no ?? 0n, request, ticket, acceptedAt, held, free }
  return { ...order, body: acceptedRecord(deps, order, call) }
}

/** What was agreed at acceptance, before the tick exists at which it fills. */
function acceptedRecord(deps: KnownContracts, order: Omit<Placed, 'body'>, call: Call): ContractRecord {
  const { request, ticket } = order
  const price = (units: bigint | null): string | null =>
    units === null ? null : formatUnits(units, ticket.facts.precision)
  return {
    v: 1,
    origin: deps.origin,
    kind: 'accepted',
    orderId: order.id,
    at: order.acceptedAt,
    orderNo: contractNoText(order.orderNo),
    mode: call.mode,
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
    held: usdtText(order.held),
    fill: 'first tick with seq > seenSeq and ts >= at + 500 ms',
  }
}

/** What the rules read of an instrument, so that a record can be checked without its catalogue. */
const factsOf = ({ type, subType, base, quote, precision, tickUnits, refUnits }: ContractTicket['facts']) => ({
  type,
  subType,
  base,
  quote,
  precision,
  tickUnits: String(tickUnits),
  refUnits: String(refUnits),
})

type Outcome = 'accepted' | 'repeated' | 'key_reused' | 'positions' | 'notional' | 'spend_limit' | 'exposure' | 'margin'
type Written = { outcome: Outcome; ref: string | null; exposureLeft: bigint | null; spendLimit: number | null }

async function write(deps: KnownContracts, placed: Placed, call: Call) {
  const { request, ticket, acceptedAt } = placed
  const { accountId } = call.session
  const records = [{ accountId, orderId: placed.id, body: placed.body }]
  const { argument, proofAt } = signedRecords(records, { signer: deps.signer, at: acceptedAt })
  const limits = deps.limits ?? firstLimits
  const key = call.key ?? null
  const { rows } = await sql<Written>`
    select outcome, ref, exposure_left as "exposureLeft", spend_limit as "spendLimit" from contracts.accept(
      row(${accountId}::bigint, ${placed.id}::uuid, ${placed.orderNo}::bigint, ${assetOfMode[call.mode]}::smallint,
        ${ticket.instrument.id}::int, ${request.side === 'BUY' ? 1 : -1}::smallint, ${request.orderType}::text,
        ${request.lots}::bigint, ${request.leverage}::int, ${ticket.price}::bigint, ${ticket.stops.stopLoss}::bigint,
        ${ticket.stops.takeProfit}::bigint, ${request.maxSlippage ?? null}::int,
        ${request.expiresAt === undefined ? null : dateOf(request.expiresAt)}::timestamptz, ${dateOf(acceptedAt)}::timestamptz,
        ${ticket.latest.seq}::bigint, ${openingPrice(request.side, ticket.sides)}::bigint, ${placed.held}::bigint,
        ${ticket.opening.notional}::bigint, ${ticket.latest.feedKind}::text)::contracts.orders,
      row(${keyRoutes.buy}::text, array[${key}]::text[], array[${key === null ? null : call.requestHash()}]::bytea[])::ledger.call_keys,
      ${JSON.stringify({
        positions: limits.positions,
        notional: String(limits.notional),
        instrument: String(limits.instrument),
        total: String(limits.total),
      })}::jsonb,
      ${argument}, ${spendLimitsText(ticket)}::jsonb, ${ticket.opening.margin}::bigint)`.execute(deps.db)
  const [row] = rows
  if (row === undefined) throw new Error('contracts.accept answers a row')
  return { ...row, proof: proofAt(0) }
}

const spendLimitsText = ({ spendLimits }: ContractTicket): string =>
  JSON.stringify(spendLimits.map(({ what, since, max }) => [what, dateOf(since).toISOString(), String(max)]))

/** Too little margin; or what is there waits for the customer to be verified (10022, 30003). */
async function shortRefusal(
  { ledger, identityRefusal }: KnownContracts,
  { free, needed }: { free: bigint; needed: bigint },
  { session, mode }: Call,
): Promise<Refusal> {
  const balances = mode === 'real' ? await ledger.balances(session.accountId) : []
  const whole = balances.find(({ asset }) => asset === 'USDT')?.free ?? 0n
  const unverified = free < needed && needed <= whole ? await identityRefusal(session.customerId) : undefined
  return unverified ?? refuse('marginInsufficient', { free: usdtText(free), needed: usdtText(needed) })
}

async function refusalOf(
  deps: KnownContracts,
  { written, placed, call }: { written: Written; placed: Placed; call: Call },
): Promise<Refusal> {
  const { outcome, exposureLeft, spendLimit } = written
  const limits = deps.limits ?? firstLimits
  if (outcome === 'key_reused') return refuse('keyReused')
  if (outcome === 'positions') return refuse('openLimitReached', { limit: 'positions', max: limits.positions })
  if (outcome === 'notional')
    return refuse('openLimitReached', { limit: 'notional', max: formatUnits(limits.notional, 6, 0) })
  const beyond = placed.ticket.spendLimits[(spendLimit ?? 0) - 1]
  if (beyond !== undefined) return beyond.refusal()
  if (outcome === 'exposure') return refuse('capacityReached', { left: usdtText(exposureLeft ?? 0n) })
  const { margin, fee } = placed.ticket.opening
  return shortRefusal(deps, { free: placed.free, needed: margin + fee }, call)
}

/** What this key answered first, if it is known for the same ask; refuses 40028 for another ask. */
async function repeatOf(deps: KnownContracts, call: Call): Promise<Response | undefined> {
  if (call.key === undefined) return undefined
  const { accountId } = call.session
  const known = (await deps.ledger.findKey({ accountId, key: call.key })).find(({ route }) => route === keyRoutes.buy)
  if (known === undefined) return undefined
  if (!known.request.equals(call.requestHash())) throw refuse('keyReused')
  return firstResponse(deps, { accountId, id: known.ref })
}

/** What a key of this domain came to first, for a caller who lost the response; undefined where it is another's. */
export async function responseByKey(deps: KnownContracts, { key, call }: { key: string; call: Call }) {
  const { accountId } = call.session
  const keys = await deps.ledger.findKey({ accountId, key })
  const bought = keys.find(({ route }) => route === keyRoutes.buy)
  const contract = bought && (await findContract(deps.db, { accountId, id: bought.ref }))
  if (contract === undefined || contract.mode !== call.mode) return undefined
  return firstResponse(deps, { accountId, id: contract.id })
}

/** What buyContract answered when it took this order. */
export async function firstResponse(
  deps: KnownContracts,
  params: { accountId: bigint; id: string },
): Promise<Response> {
  const contract = await findContract(deps.db, params)
  const [receipt] = await recordsOf(deps.db, { accountId: params.accountId, orderId: params.id })
  if (contract === undefined || receipt === undefined) throw refuse('notFound')
  return { orderId: contract.id, orderNo: contractNoText(contract.orderNo), receipt }
}
