import { setImmediate } from 'node:timers/promises'
import { addOrder, type EngineAccount } from '@evenhand/proofs/contracts/engine/book.ts'
import type { EngineEffect } from '@evenhand/proofs/contracts/engine/effects.ts'
import { holdTick } from '@evenhand/proofs/contracts/engine/hold-tick.ts'
import { isAnyDue, passTime } from '@evenhand/proofs/contracts/engine/pass-time.ts'
import type { Db } from '../../../kernel/db/db.ts'
import type { Instrument, Tick } from '../../markets/index.ts'
import type { KnownContracts } from '../account-now.ts'
import { contractInstrument } from '../contract-instrument.ts'
import { chunksOf } from './account-chunks.ts'
import { accountOf, closedAfterMs, codesOf, newOrders, orderOf, seedNewest, type HeldBook } from './load-book.ts'
import { isDue, takeRequests, waitingRequests } from './requests.ts'
import { noteAccounts, riskOf, stateOf } from './note-accounts.ts'
import { readCash } from './read-cash.ts'
import { writeEffects } from './write-effects.ts'

/** A call may have taken its time long before its order stands in the table. */
const orderWindowMs = 40_000

/** Epoch milliseconds: the present, up to where the record is held, and the newest tick that is, where others stopped at it. */
export type Step = { now: number; to: number; ticksTo?: number }

/**
 * Holds the record up to `to` against a book, second by second, and writes what came of it in the transaction of `deps.db`.
 * Returns the accounts that changed; the caller advances the book's progress.
 */
export async function holdTo(
  deps: KnownContracts,
  held: HeldBook,
  { now, to, ticksTo = to }: Step,
): Promise<Set<EngineAccount>> {
  const { book, doneTo } = held
  const { classes } = deps.terms.now()
  const orders = await newOrders(deps, held, Math.min(now, doneTo) - orderWindowMs)
  await seedNewest(deps, held, orders)
  for (const contract of orders) {
    const account = accountOf(book, contract)
    held.ordered.add(account)
    addOrder(book, orderOf(deps, { contract, account }))
  }
  let waiting = await waitingRequests(deps.db, held.accounts)
  const seconds = await secondsOf(deps, held, Math.min(to, ticksTo))
  const untilClosed = { from: book.passedTo, to: to - closedAfterMs }
  // Between two recorded seconds: nothing is decided, and what accounts have is read before the next decision.
  if (seconds.length === 0 && waiting.length === 0 && !isAnyDue(book, untilClosed)) {
    book.passedTo = Math.max(untilClosed.from, untilClosed.to)
    return new Set()
  }
  await readCash(deps.db, held)
  const touched = new Set<EngineAccount>()
  const write = async (second: Parameters<typeof writeEffects>[1]): Promise<void> => {
    for (const account of second.effects.flatMap(accountsOf)) touched.add(account)
    for (const { contract } of second.stops) touched.add(contract.account)
    await writeEffects(deps.db, second, { deps, at: now })
    // Openings and closings write it with the balance.
    for (const effect of second.effects)
      if (effect.is === 'opened' || effect.is === 'closed') {
        const { account } = effect.position
        const known = held.noted.get(account.key)
        if (known !== undefined) known.risk = riskOf(account)
      }
  }
  const takeDue = async (): Promise<void> => {
    const { due = [], later = [] } = Object.groupBy(waiting, (one) => (isDue(book, one) ? 'due' : 'later'))
    waiting = later
    if (due.length > 0) await write(takeRequests(book, due, now))
  }
  await takeDue()
  const pass = async (second: number): Promise<void> => {
    const closed = second - closedAfterMs
    if (closed > book.passedTo)
      await write({ effects: passTime(book, { from: book.passedTo, to: closed }), stops: [], outcomes: [] })
  }
  for (const [ts, ticks] of seconds) {
    await pass(ts)
    if (waiting.length > 0) await takeDue()
    const effects: EngineEffect[] = []
    for (const { instrument, tick } of ticks) {
      for (const effect of holdTick(book, contractInstrument(instrument, classes), tick)) effects.push(effect)
      // Calls of customers are served between two instruments with thousands of positions each.
      await setImmediate()
    }
    await write({ effects, stops: [], outcomes: [] })
    held.ticksTo = Math.max(held.ticksTo, ts)
  }
  await pass(to)
  if (waiting.length > 0) await takeDue()
  await noteRisks(deps.db, held, touched)
  return touched
}

const accountsOf = (effect: EngineEffect): EngineAccount[] => {
  if ('account' in effect) return [effect.account]
  return 'position' in effect ? [effect.position.account] : [effect.order.account]
}

type Held = { instrument: Instrument; tick: Tick }

/** What was recorded of the instruments of the book since it was held last, second by second in the order of the record. */
async function secondsOf(deps: KnownContracts, { book, doneTo }: HeldBook, to: number): Promise<[number, Held[]][]> {
  const codes = new Set<string>()
  for (const shelf of [book.positions, book.orders])
    for (const [code, ones] of shelf) {
      const instrument = deps.markets.instrument(code)
      if (ones.size > 0 && instrument !== undefined)
        for (const one of codesOf(deps, { instrumentId: instrument.id })) codes.add(one)
    }
  const listed = [...codes].flatMap((code) => deps.markets.instrument(code) ?? []).toSorted((a, b) => a.id - b.id)
  const read = await deps.markets.ticks(listed.map(({ code }) => ({ code, from: doneTo - closedAfterMs - 3_000, to })))
  const seconds = new Map<number, Held[]>()
  listed.forEach((instrument, index) => {
    const newest = book.newest.get(instrument.code)?.seq ?? 0
    for (const tick of read[index] ?? []) {
      if (tick.late || tick.seq <= newest) continue
      seconds.set(tick.ts, [...(seconds.get(tick.ts) ?? []), { instrument, tick }])
    }
  })
  return [...seconds].toSorted(([a], [b]) => a - b)
}

/**
 * Writes what accounts owe and may lose to the database, where that differs from what it holds: of those that changed, and where a
 * price has moved the risk by a twentieth of the margin.
 */
async function noteRisks(db: Db<'contracts'>, held: HeldBook, touched: ReadonlySet<EngineAccount>): Promise<void> {
  const { book, noted } = held
  const isMoved = (account: EngineAccount): boolean => {
    const known = noted.get(account.key)
    if (known === undefined) return true
    const moved = riskOf(account) - known.risk
    if (touched.has(account)) return moved !== 0n || stateOf(account) !== known.state
    return (moved < 0n ? -moved : moved) * 20n > account.margin
  }
  const due: EngineAccount[] = []
  for (const some of chunksOf([...book.accounts.values()])) {
    due.push(...some.filter(isMoved))
    await setImmediate()
  }
  await noteAccounts(db, due, (account) => noted.get(account.key)?.risk !== riskOf(account))
  for (const account of due) noted.set(account.key, { risk: riskOf(account), state: stateOf(account) })
  const left = [...book.accounts.values()].filter(({ positions, debt }) => positions.size === 0 && debt === 0n)
  if (left.length === 0) return
  const waiting = new Set(
    [...book.orders.values()].flatMap((orders) => [...orders.values()].map(({ account }) => account)),
  )
  for (const account of left) {
    if (waiting.has(account)) continue
    book.accounts.delete(account.key)
    noted.delete(account.key)
  }
}
