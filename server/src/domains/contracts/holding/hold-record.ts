import type { EngineAccount } from '@evenhand/proofs/contracts/engine/book.ts'
import type { AccountMode } from '@evenhand/protocol/money.ts'
import { sql, type Db } from '../../../kernel/db/db.ts'
import { dateOf, msOf } from '../../../kernel/time/clock.ts'
import type { KnownContracts } from '../account-now.ts'
import { modeOfAsset } from '../contracts.store.ts'
import { accountOfKey } from './account-of-key.ts'
import {
  accountsHeldBack,
  heldAccounts,
  holdBack,
  recordProgress,
  type HeldBack,
  type Progress,
} from './held-accounts.ts'
import { holdApart } from './hold-apart.ts'
import { holdTo } from './hold-step.ts'
import { loadBook, type HeldBook } from './load-book.ts'

/** How much of the record one transaction holds while anything is open, so that a long downtime is made up for in steps. */
const longestStepMs = 600_000
/** After so many failures of one round its accounts are held apart from each other. */
const triesTogether = 3
/** How often accounts that are held back are tried again, and how often the progress advances while nothing is open. */
const retryMs = 60_000
const idleMs = 30_000

export type HoldDeps = KnownContracts & { changed: NonNullable<KnownContracts['changed']> }
type Round = { now: number; progress: Progress }

/** Holds the record against everything that is open, a step a call, as long as this process is the one that does. */
export function createHolding(deps: HoldDeps) {
  let held: HeldBook | undefined
  let failures = 0
  let retriedAt = deps.clock.now()

  const inRound = <R>(work: (within: KnownContracts, round: Round) => Promise<R>): Promise<R> =>
    deps.db.transaction().execute(async (tx) => {
      const now = deps.clock.now()
      return work({ ...deps, db: tx }, { now, progress: await beginRound(tx, now) })
    })

  const step = (): Promise<{ touched: Set<EngineAccount>; more: boolean }> =>
    inRound(async (within, { now, progress }) => {
      const { doneTo } = progress
      const newest = Math.floor(now / 1000) * 1000
      const isShort = newest <= doneTo + longestStepMs || (await isNothingOpen(within.db))
      const to = isShort ? newest : doneTo + longestStepMs
      let [touched, ticksTo] = [new Set<EngineAccount>(), progress.ticksTo]
      if (failures < triesTogether) {
        if (held === undefined || !isAt(held, progress)) held = await loadBook(within, { progress, accounts: 'all' })
        touched = await holdTo(within, held, { now, to })
        held.doneTo = Math.max(to, doneTo)
        ticksTo = held.ticksTo
      } else {
        held = undefined
        const accounts = await heldAccounts(within.db)
        ;({ touched, ticksTo } = await holdApart(within, { accounts, progress, step: { now, to } }))
      }
      if (to > doneTo || ticksTo > progress.ticksTo)
        await sql`select contracts.end_round(${dateOf(to)}, ${dateOf(ticksTo)})`.execute(within.db)
      return { touched, more: to > doneTo && to + 1000 <= now }
    })

  const retryHeldBack = async (): Promise<void> => {
    if (deps.clock.now() < retriedAt + retryMs) return
    retriedAt = deps.clock.now()
    for (const account of await accountsHeldBack(deps.db))
      try {
        await inRound((within, round) => catchUp(within, account, round))
        held = undefined
      } catch (cause) {
        deps.log.error({ account: account.key, cause: String(cause) }, 'contracts of an account are still held back')
      }
  }

  const isIdle = async (): Promise<boolean> => {
    const now = deps.clock.now()
    if (held === undefined || held.book.accounts.size > 0 || now >= held.doneTo + idleMs) return false
    return isNothingOpen(deps.db)
  }

  return {
    /**
     * One round: everything that is recorded by now, or up to the step under way when `isEnding` states it; the next one
     * goes on from there. A round that failed is made again from what the database has.
     */
    async round(isEnding: () => boolean = () => false): Promise<void> {
      if (await isIdle()) return
      for (;;) {
        const done = await step().catch((cause: unknown) => {
          held = undefined
          failures += 1
          throw cause
        })
        failures = 0
        if (done.touched.size > 0) deps.changed([...done.touched].map(notified))
        if (!done.more || isEnding()) break
      }
      await retryHeldBack()
    },
  }
}

/** Holds what an account has missed, up to where the others are, and lets it go on with them. */
async function catchUp(within: KnownContracts, { key, from }: HeldBack, { now, progress }: Round): Promise<void> {
  const book = await loadBook(within, { progress: from, accounts: [key] })
  do {
    const to = Math.min(progress.doneTo, book.doneTo + longestStepMs)
    await holdTo(within, book, { now, to, ticksTo: progress.ticksTo })
    book.doneTo = to
  } while (book.doneTo < progress.doneTo)
  await holdBack(within.db, key, null)
}

/** Whether a book stands where the record was held: another process may have held ticks of the same second. */
const isAt = ({ doneTo, ticksTo }: HeldBook, progress: Progress): boolean =>
  doneTo === progress.doneTo && recordProgress(doneTo, ticksTo).ticksTo === progress.ticksTo

/** Whether no contract is open or ordered, and no request waits for one. */
async function isNothingOpen(db: Db<'contracts'>): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`select exists (select from contracts.orders)
    or exists (select from contracts.positions) or exists (select from contracts.requests where outcome is null) as some`.execute(
    db,
  )
  return rows[0]?.some === false
}

function notified(account: EngineAccount): { accountId: bigint; mode: AccountMode } {
  const { account: id, asset } = accountOfKey(account)
  return { accountId: BigInt(id), mode: modeOfAsset(asset) }
}

async function beginRound(tx: Db<'contracts'>, now: number): Promise<Progress> {
  const first = dateOf(Math.floor(now / 1000) * 1000)
  const { rows } = await sql<{ done_to: Date; ticks_to: Date | null }>`
    select done_to, ticks_to from contracts.begin_round(${first})`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('contracts.begin_round returns a time')
  return recordProgress(msOf(row.done_to), row.ticks_to === null ? null : msOf(row.ticks_to))
}
