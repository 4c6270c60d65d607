import {
  addOrder,
  addPosition,
  addTick,
  emptyBook,
  markAt,
  markPosition,
  rateOf,
  type EngineAccount,
  type EngineBook,
  type EngineOrder,
} from '@evenhand/proofs/contracts/engine/book.ts'
import { rateSourceOf } from '@evenhand/proofs/contracts/quote-rate.ts'
import { dayMs, hourMs } from '@evenhand/protocol/durations.ts'
import { sql } from '../../../kernel/db/db.ts'
import { dateOf } from '../../../kernel/time/clock.ts'
import type { KnownContracts } from '../account-now.ts'
import { expiryOf, instrumentUnder } from '../contract-instrument.ts'
import type { Contract } from '../contracts.deps.ts'
import { assetOfMode, contractsWhere } from '../contracts.store.ts'
import { chosen, recordProgress, type HeldAccounts, type Progress } from './held-accounts.ts'
import type { Noted } from './note-accounts.ts'

/** The book with where it stands: time is held up to `doneTo`, every tick up to `ticksTo`, epoch ms. */
export type HeldBook = {
  readonly book: EngineBook
  doneTo: number
  ticksTo: number
  readonly accounts: HeldAccounts
  /** What the database holds of accounts, by key. */
  readonly noted: Map<string, Noted>
  /** Accounts that have ordered since what they have was read. */
  readonly ordered: Set<EngineAccount>
  /** The transaction from which on changes of balances are still to be read (ledger.changed_since); null before the first. */
  changesFrom: string | null
}

export const accountKey = ({ accountId, mode }: Pick<Contract, 'accountId' | 'mode'>): string =>
  `${accountId}/${assetOfMode[mode]}`

type AccountRow = {
  account_id: bigint
  asset: number
  debt: bigint
  warned: number | null
  closing_id: string | null
  closing_after: bigint | null
}

/**
 * How far behind the progress the newest tick of then is searched, step by step: a market may have been closed. No step is longer
 * than what the record reads at once.
 */
const lookBehindMs = [60_000, hourMs, dayMs, ...[3, 5, 7, 9, 11].map((days) => days * dayMs)]
/** The book knows the ticks of the last seconds, for rates at a time that is a little back. */
const recentTicks = 12
/** A second counts as whole after this: nothing is recorded in it any more that is not late. */
export const closedAfterMs = 2_000

/** Reads what is open or waits of those accounts, as the record was held up to some progress. */
export async function loadBook(
  deps: KnownContracts,
  { progress, accounts: chosenAccounts }: { progress: Progress; accounts: HeldAccounts },
): Promise<HeldBook> {
  const book = emptyBook((code) => deps.markets.instrument(code)?.precision ?? 0)
  book.passedTo = progress.doneTo - closedAfterMs
  const held: HeldBook = {
    book,
    ...progress,
    accounts: chosenAccounts,
    noted: new Map(),
    ordered: new Set(),
    changesFrom: null,
  }
  const contracts = inOrder(await contractsWhere(deps.db, ['open', 'pending'], chosen(chosenAccounts)))
  const accounts = await sql<AccountRow>`select * from contracts.accounts`.execute(deps.db)
  const rows = new Map(accounts.rows.map((row) => [`${row.account_id}/${row.asset}`, row]))
  await seedNewest(deps, held, contracts)
  for (const contract of contracts) {
    const account = accountOf(book, contract)
    if (contract.status === 'OPEN') addOpen(deps, book, { contract, account })
    else addOrder(book, orderOf(deps, { contract, account }))
  }
  for (const [key, account] of book.accounts) {
    const row = rows.get(key)
    account.debt = row?.debt ?? 0n
    account.warned = row?.warned == null ? null : BigInt(row.warned)
    if (row?.closing_id != null) account.closingOut = { id: row.closing_id, afterSeq: Number(row.closing_after ?? 0n) }
  }
  return held
}

/** Positions in the order of opening, orders in that of acceptance, as the engine holds them. */
const inOrder = (contracts: readonly Contract[]): Contract[] =>
  contracts.toSorted((a, b) => timeOf(a) - timeOf(b) || (a.id < b.id ? -1 : 1))
const timeOf = ({ open, acceptedAt }: Contract): number => open?.ts ?? acceptedAt

/** The account of a contract in the book; a new one has nothing yet. */
export function accountOf(book: EngineBook, contract: Pick<Contract, 'accountId' | 'mode'>): EngineAccount {
  const key = accountKey(contract)
  const known = book.accounts.get(key)
  if (known !== undefined) return known
  const account: EngineAccount = {
    key,
    available: 0n,
    held: 0n,
    margin: 0n,
    floating: 0n,
    debt: 0n,
    positions: new Map(),
    warned: null,
    closingOut: null,
  }
  book.accounts.set(key, account)
  return account
}

/** A waiting order as the engine holds ticks against it. */
export function orderOf(
  deps: KnownContracts,
  { contract, account }: { contract: Contract; account: EngineAccount },
): EngineOrder {
  const instrument = deps.instrumentOf(contract.instrumentId)
  return {
    id: contract.id,
    instrument: instrumentUnder(deps, contract),
    account,
    side: contract.side,
    type: contract.orderType,
    lots: contract.lots,
    leverage: contract.leverage,
    price: contract.price,
    stops: { stopLoss: contract.stopLoss, takeProfit: contract.takeProfit },
    maxPips: contract.maxSlippage === null ? null : BigInt(contract.maxSlippage),
    acceptedAt: contract.acceptedAt,
    seenSeq: contract.seen?.seq ?? 0,
    seenPrice: contract.seen?.price ?? 0n,
    waitsUntil: contract.waitsUntil,
    expiryOf: (openedAt) => expiryOf(deps.markets, instrument, openedAt),
    held: contract.held ?? 0n,
  }
}

function addOpen(
  deps: KnownContracts,
  book: EngineBook,
  { contract, account }: { contract: Contract; account: EngineAccount },
): void {
  const instrument = instrumentUnder(deps, contract)
  addPosition(book, {
    id: contract.id,
    instrument,
    account,
    side: contract.side,
    open: contract.openPrice ?? 0n,
    lots: contract.lots,
    units: contract.units ?? 0n,
    margin: contract.margin ?? 0n,
    feeOpen: contract.feeOpen ?? 0n,
    financing: contract.financing ?? 0n,
    stops: { stopLoss: contract.stopLoss, takeProfit: contract.takeProfit },
    openSeq: contract.open?.seq ?? 0,
    openTs: contract.open?.ts ?? 0,
    expiresAt: contract.expiresAt,
    closeRequests: [],
    profit: 0n,
  })
  const position = account.positions.get(contract.id)
  const rate = rateOf(book, instrument)
  const price = book.newest.get(instrument.code)?.price ?? contract.open?.price
  if (position !== undefined && rate !== undefined && price !== undefined)
    markPosition(position, markAt(instrument, { price, rate }))
}

/** The codes whose ticks a contract needs: its own, and that of the pair which converts its quote currency. */
export function codesOf(deps: KnownContracts, { instrumentId }: Pick<Contract, 'instrumentId'>): string[] {
  const { code, quote } = deps.instrumentOf(instrumentId)
  const source = rateSourceOf(quote)
  return source === null ? [code] : [code, source.code]
}

/** Gives the book the newest tick of each code that was held where it stands: later ones are still to be held. */
export async function seedNewest(
  deps: KnownContracts,
  held: Pick<HeldBook, 'book' | 'doneTo' | 'ticksTo'>,
  contracts: readonly Pick<Contract, 'instrumentId'>[],
): Promise<void> {
  const { book } = held
  const { ticksTo } = recordProgress(held.doneTo, held.ticksTo)
  const codes = new Set(contracts.flatMap((contract) => codesOf(deps, contract)))
  let to = ticksTo
  for (const spanMs of lookBehindMs) {
    const missing = [...codes].filter((code) => !book.newest.has(code))
    if (missing.length === 0) return
    const from = ticksTo - spanMs
    const read = await deps.markets.ticks(missing.map((code) => ({ code, from, to })))
    missing.forEach((code, index) => {
      const recorded = (read[index] ?? []).filter(({ late }) => !late)
      const latest = deps.markets.latest(code)
      const last = latest !== undefined && latest.ts <= ticksTo ? [latest] : []
      for (const { seq, ts, price } of recorded.length > 0 ? recorded.slice(-recentTicks) : last)
        addTick(book, code, { seq, ts, price })
    })
    to = from - 1
  }
}

/** Orders taken since a time that the book does not have yet, in the order of their acceptance. */
export async function newOrders(
  deps: KnownContracts,
  { book, accounts }: Pick<HeldBook, 'book' | 'accounts'>,
  since: number,
): Promise<Contract[]> {
  const found = await contractsWhere(deps.db, ['pending'], sql`accepted_at >= ${dateOf(since)} and ${chosen(accounts)}`)
  return found
    .filter((one) => !(book.orders.get(deps.instrumentOf(one.instrumentId).code)?.has(one.id) ?? false))
    .toSorted((a, b) => a.acceptedAt - b.acceptedAt)
}
