import type { cancelContract, closeContract, updateContract } from '@evenhand/protocol/contracts.ts'
import { closeOutPrice } from '@evenhand/proofs/contracts/account.ts'
import { openingOf } from '@evenhand/proofs/contracts/opening.ts'
import { sidesOf } from '@evenhand/proofs/contracts/price.ts'
import type { StopsRefusal } from '@evenhand/proofs/contracts/stops.ts'
import { formatUnits } from '@evenhand/protocol/money.ts'
import * as z from 'zod/mini'
import { sql, sqlState } from '../../kernel/db/db.ts'
import type { Call } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import { accountNow, markOf, type AccountNow, type KnownContracts } from './account-now.ts'
import { instrumentUnder, rateNow } from './contract-instrument.ts'
import { tradableNow } from '../markets/index.ts'
import { mustHold, priceOf, stopsRefusal } from './contract-ticket.ts'
import type { Contract } from './contracts.deps.ts'
import { keyRoutes } from './contracts.rules.ts'
import { findContract } from './contracts.store.ts'
import { ownContract } from './list-contracts.ts'
import { withTicket } from './preview-contract.ts'
import { viewContract } from './view-contract.ts'

/** How long a caller waits for a request to be done; then it is refused as stale, and may still be done. */
const waitMs = 8_000

export type ChangeDeps = KnownContracts & { nextSecond: (untilMs: number) => Promise<void> }

/** Closes a position or some lots of it at the first tick recorded half a second after the call; waits for it. */
export async function close(deps: ChangeDeps, request: z.output<typeof closeContract.request>, call: Call) {
  const contract = await ownContract(deps, request.id, call)
  const known = await knownRequest(deps, call, keyRoutes.close)
  if (known === undefined) {
    if (contract.status !== 'OPEN') throw refuse('notTradableNow', { reason: 'notOpen' })
    const { lots } = request
    if (lots !== undefined && (lots <= 0n || lots > contract.lots))
      throw refuse('amountWrong', { min: '0.01', max: formatUnits(contract.lots, 2), step: '0.01' })
    // An operator who stops new orders keeps no customer from closing: the session is that of the price.
    const instrument = deps.instrumentOf(contract.instrumentId)
    tradableNow(deps, instrument, deps.markets.priceSession(instrument.code, deps.clock.now()))
  }
  const done = await keepRequest(deps, {
    contract,
    kind: 'close',
    lots: request.lots ?? null,
    call,
    route: keyRoutes.close,
  })
  const shown = await findContract(deps.db, { accountId: contract.accountId, id: done.resultId ?? contract.id })
  return { order: viewContract(deps, shown ?? contract) }
}

/** Sets or clears stop loss and take profit; they hold from the next tick on. */
export async function update(deps: ChangeDeps, request: z.output<typeof updateContract.request>, call: Call) {
  const contract = await ownContract(deps, request.id, call)
  const instrument = deps.instrumentOf(contract.instrumentId)
  const stops = {
    stopLoss: priceOf(request.stopLoss, instrument),
    takeProfit: priceOf(request.takeProfit, instrument),
  }
  if ((await knownRequest(deps, call, keyRoutes.update)) === undefined) {
    if (contract.status !== 'OPEN' && contract.status !== 'PENDING')
      throw refuse('notTradableNow', { reason: 'notOpen' })
    mustHold(stops, await stopsContext(deps, contract))
  }
  const { refused } = await keepRequest(deps, { contract, kind: 'stops', ...stops, call, route: keyRoutes.update })
  const shown = (await findContract(deps.db, { accountId: contract.accountId, id: contract.id })) ?? contract
  // The price moved between the call and the tick that it was held against.
  if (refused !== null) throw stopsRefusal(refused, await stopsContext(deps, shown))
  return { order: viewContract(deps, shown) }
}

/** Cancels a pending order. */
export async function cancel(deps: ChangeDeps, request: z.output<typeof cancelContract.request>, call: Call) {
  const contract = await ownContract(deps, request.id, call)
  if (contract.status === 'CANCELLED') return {}
  if (contract.status !== 'PENDING') throw refuse('notTradableNow', { reason: 'notOpen' })
  await keepRequest(deps, { contract, kind: 'cancel', call, route: null })
  return {}
}

/** What the stops of a contract are held against: the market and its close-out price, or the price it waits for. */
async function stopsContext(deps: ChangeDeps, contract: Contract) {
  const instrument = deps.instrumentOf(contract.instrumentId)
  const facts = instrumentUnder(deps, contract)
  const { side, accountId, mode } = contract
  const latest = deps.markets.latest(instrument.code)
  if (latest === undefined) throw refuse('notTradableNow', { reason: 'stale' })
  const sides = sidesOf(facts, contract.price ?? latest.price)
  const closeOut = closeOutNow(deps, contract, await accountNow(deps, { accountId, mode }))
  return { side, sides, closeOut, precision: instrument.precision }
}

/** The close-out price of a position as its account stands, or that which a pending order will have at its price. */
function closeOutNow(deps: ChangeDeps, contract: Contract, account: AccountNow): bigint | null {
  const { side, price, lots, leverage } = contract
  const marked = markOf(deps, contract)
  if (marked !== undefined) return closeOutPrice(marked, account.state)
  const instrument = deps.instrumentOf(contract.instrumentId)
  const rate = rateNow(deps.markets, instrument)
  if (price === null || rate === undefined) return null
  const facts = instrumentUnder(deps, contract)
  const opening = openingOf(facts, { lots, leverage, price, rate })
  const ticket = { instrument, facts, sides: sidesOf(facts, price), rate, openPrice: price, price, opening }
  return withTicket(account, ticket, { side }).closeOut
}

type Change = {
  contract: Contract
  kind: 'close' | 'stops' | 'cancel'
  lots?: bigint | null
  stopLoss?: bigint | null
  takeProfit?: bigint | null
  call: Call
  route: string | null
}

/** What came of a request: the row that a closing made, or why stops were refused. */
type Done = { resultId: string | null; refused: StopsRefusal | null }
const stopsRefusals: readonly string[] = [
  'stopLossUnreasonable',
  'takeProfitUnreasonable',
  'stopAndTakeUnreasonable',
] satisfies StopsRefusal[]

/** Keeps a request and waits until the process that holds the ticks has done it. */
async function keepRequest(deps: ChangeDeps, change: Change): Promise<Done> {
  // Of two calls at once under one key the second finds, when it is made again, what the first came to.
  const row = await storeRequest(deps, change).catch((cause: unknown) =>
    sqlState(cause) === '40001' ? storeRequest(deps, change) : Promise.reject(cause),
  )
  if (row?.outcome === 'key_reused') throw refuse('keyReused')
  if (row === undefined || row.ref === null) throw refuse('notTradableNow', { reason: 'notOpen' })
  return awaitOutcome(deps, row.ref)
}

async function storeRequest(deps: ChangeDeps, change: Change) {
  const { contract, call } = change
  const now = deps.clock.now()
  const { code } = deps.instrumentOf(contract.instrumentId)
  const seenSeq = deps.markets.latest(code)?.seq ?? 0
  const key = change.route === null ? null : (call.key ?? null)
  const { rows } = await sql<{ outcome: string; ref: string | null }>`
    select * from contracts.request(
      row(${uuidV7(now)}::uuid, 0::bigint, ${contract.accountId}::bigint, ${contract.id}::uuid, ${change.kind}::text,
        ${change.lots ?? (change.kind === 'close' ? contract.lots : null)}::bigint, ${change.stopLoss ?? null}::bigint,
        ${change.takeProfit ?? null}::bigint, ${dateOf(now)}::timestamptz, ${seenSeq}::bigint, null::text,
        null::uuid)::contracts.requests,
      row(${change.route ?? 'cancelContract'}::text, array[${key}]::text[],
        array[${key === null ? null : call.requestHash()}]::bytea[])::ledger.call_keys)`.execute(deps.db)
  return rows[0]
}

async function awaitOutcome(deps: ChangeDeps, id: string): Promise<Done> {
  const began = deps.clock.monotonic()
  for (;;) {
    const { rows } = await sql<{ outcome: string | null; result_id: string | null }>`
      select outcome, result_id from contracts.requests where id = ${id}::uuid`.execute(deps.db)
    const outcome = rows[0]?.outcome ?? null
    if (outcome === 'done') return { resultId: rows[0]?.result_id ?? null, refused: null }
    if (outcome !== null && stopsRefusals.includes(outcome)) return { resultId: null, refused: outcome as StopsRefusal }
    if (outcome === 'gone') throw refuse('notTradableNow', { reason: 'notOpen' })
    if (outcome !== null || deps.clock.monotonic() - began > waitMs) throw refuse('notTradableNow', { reason: 'stale' })
    await deps.nextSecond(250)
  }
}

/** The request that this key came to before; refuses 40028 where it was used for another. */
async function knownRequest(deps: ChangeDeps, call: Call, route: string): Promise<string | undefined> {
  if (call.key === undefined) return undefined
  const keys = await deps.ledger.findKey({ accountId: call.session.accountId, key: call.key })
  const known = keys.find((one) => one.route === route)
  if (known !== undefined && !known.request.equals(call.requestHash())) throw refuse('keyReused')
  return known?.ref
}
