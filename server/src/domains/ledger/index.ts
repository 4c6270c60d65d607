import type { FundCoin } from '@evenhand/protocol/funds.ts'
import type { Asset } from '@evenhand/protocol/money.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import type { Log } from '../../kernel/log.ts'
import type { JobSpec } from '../../kernel/module/module.ts'
import { assetIds } from './asset-ids.ts'
import { auditBooks } from './audit-books.ts'
import type { HeldCause } from './entry-causes.ts'
import { checkBooks, checkEveryMs, lastBooksCheck } from './check-books.ts'
import { coverageOf, coverCustomers, issuedAt, uncovered, type CoinHolder } from './coverage.ts'
import {
  accountNamed,
  balancesOf,
  closeAccount,
  entriesOf,
  findKey,
  forgetChanges,
  forgetKeys,
  houseFree,
  houseHeld,
  keyDays,
  newestAccount,
  openCustomer,
  postEntry,
  rememberKey,
  resetVirtual,
  tradableBeforeRisk,
  tradableOf,
  usableBalances,
  withdrawableOf,
  type AnyDb,
  type Posting,
  type Remembered,
  type Reset,
} from './ledger.store.ts'
import { lastEntryNumber, sealedEntries, unnumberedEntry } from './sealed-entries.ts'
import { countStatement, newestEntry, readStatement, sumsOf, type StatementParams } from './statement.ts'
import { dayMs, minuteMs } from '@evenhand/protocol/durations.ts'

export { exploreLedger } from './explore-ledger.ts'
export { assetIds, assetOf, coinOf } from './asset-ids.ts'
export { virtualOpening, type Balance, type Line, type Posting, type UsableBalance } from './ledger.store.ts'
export { moneyAt, type AnyDb } from './ledger.store.ts'
export { checkEveryMs } from './check-books.ts'
export { shortRefusal } from './short-refusal.ts'
export { auditCauses, auditWhole, type Causes } from './audit-causes.ts'
export type { LedgerRule } from './entry-causes.ts'
export { goneResults, goneSubjects, joinPasskey, signedAmount, signedChecked } from './entry-causes.ts'
export { ledgerCauses } from './ledger-causes.ts'
export { ledgerModule } from './ledger.module.ts'
export type { Finding } from './audit-books.ts'
export type { StatementLine, StatementParams, Sums } from './statement.ts'

/** `held`: what rows of products hold by themselves (entry-causes.ts). */
export type LedgerDeps = { db: Db<'ledger'>; clock: Clock; log: Log; held?: readonly HeldCause[] }

/**
 * The only writer of money. Products place and finish holds through its SQL functions inside their own statement; all
 * else goes through these calls, each of which takes the caller's transaction where it writes.
 */
export function createLedger({ db, clock, log, held }: LedgerDeps) {
  /** Forgets what was requested under keys more than 30 days ago, a bounded number at once; returns how many keys. */
  const forgetOldKeys = async (): Promise<number> => {
    const before = clock.now() - keyDays * dayMs
    let sum = 0
    for (;;) {
      const some = await forgetKeys(db, before)
      if (some === 0) return sum
      sum += some
    }
  }
  return {
    balances: (accountId: bigint, tx: AnyDb = db) => balancesOf(tx, accountId),
    usableBalances: (accountId: bigint) => usableBalances(db, accountId),
    tradable: (params: { accountId: bigint; asset: Asset }) => tradableOf(db, params),
    /** What may leave: free without what open positions may lose. */
    withdrawable: (params: { accountId: bigint; asset: Asset }) => withdrawableOf(db, params),
    /** What may be traded with before what open positions may lose is taken off. */
    tradableBeforeRisk: (params: { accountId: bigint; asset: Asset }) => tradableBeforeRisk(db, params),
    houseFree: (accountId: bigint, asset: Asset) => houseFree(db, accountId, asset),
    /** A public figure: what an account of the house holds. */
    houseHeld: (name: string, asset: Asset) => houseHeld(db, name, asset),
    /** The number of the newest account. */
    newestAccount: () => newestAccount(db),
    accountNamed: (name: string) => accountNamed(db, name),
    post: (tx: AnyDb, posting: Posting) => postEntry(tx, posting),
    openCustomer: (tx: AnyDb, customerId: string) => openCustomer(tx, { customerId, at: clock.now() }),
    resetVirtual: (tx: AnyDb, reset: Omit<Reset, 'at'>) => resetVirtual(tx, { ...reset, at: clock.now() }),
    closeAccount: (tx: AnyDb, params: Omit<Reset, 'at'>) => closeAccount(tx, { ...params, at: clock.now() }),
    remember: (tx: AnyDb, params: Omit<Remembered, 'at'>) => rememberKey(tx, { ...params, at: clock.now() }),
    findKey: (params: { accountId: bigint; key: string }, tx: AnyDb = db) => findKey(tx, params),
    /** Moves free money between a house account's shards; returns its free total. */
    async level(params: { accountId: bigint; asset: Asset; shard: number; needed: bigint }): Promise<bigint> {
      const rows = await sql<{ total: bigint }>`
        select ledger.level(${params.accountId}, ${assetIds[params.asset]}::smallint, ${params.shard}::smallint, ${params.needed}) as total`.execute(
        db,
      )
      return rows.rows[0]?.total ?? 0n
    },
    entries: (numbers: readonly bigint[]) => entriesOf(db, numbers),
    /** What moved an account's money, newest first, page by page. */
    statement: {
      newest: (accountId: bigint) => newestEntry(db, accountId),
      sums: (params: { accountId: bigint; from: number; to: number; upTo: bigint }) => sumsOf(db, params),
      count: (params: StatementParams) => countStatement(db, params),
      read: (params: StatementParams, page: { limit: number; offset: number }) => readStatement(db, params, page),
    },
    /** What customers own of each coin beside what custody keeps. */
    coverage: () => coverageOf(db),
    /** What custody kept of some assets, or the house had of its own, right after a sealed entry. */
    issuedAt: (holder: CoinHolder, params: { entry: bigint; assets: readonly Asset[] }) => issuedAt(db, holder, params),
    uncovered: (coin: FundCoin, tx: AnyDb = db) => uncovered(tx, coin),
    coverCustomers: () => coverCustomers({ db, clock, log }),
    /** What the log seals of the books. */
    lastEntryNumber: () => lastEntryNumber(db),
    sealedEntries: (params: { after: bigint; upto: bigint; limit: number }) => sealedEntries(db, params),
    unnumberedEntry: () => unnumberedEntry(db),
    audit: () => auditBooks({ db, held }),
    check: () => checkBooks({ db, held, clock }),
    lastCheck: () => lastBooksCheck(db, clock.now()),
    forgetOldKeys,
    jobs: [
      // Re-adds the books, and forgets old keys.
      {
        name: 'check books',
        everyMs: checkEveryMs,
        byClock: true,
        run: async () => {
          const result = await checkBooks({ db, held, clock })
          if (result.ok === false)
            log.error({ findings: result.findings.filter((finding) => !finding.ok) }, 'the books do not add up')
          await forgetOldKeys()
        },
      },
      { name: 'forget changes of balances', everyMs: minuteMs, run: () => forgetChanges(db) },
      // Keeps in custody what customers own.
      { name: 'cover customers', everyMs: 10_000, run: () => coverCustomers({ db, clock, log }) },
    ] as readonly JobSpec[],
  }
}

export type Ledger = ReturnType<typeof createLedger>
