import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBooks, type Books, type BooksDeps, type BooksMarkets } from '../src/domains/books/index.ts'
import { auditCauses, createLedger, type AnyDb, type Ledger } from '../src/domains/ledger/index.ts'
import type { Tick } from '../src/domains/markets/index.ts'
import { createOptions, type Options } from '../src/domains/options/index.ts'
import { handClock } from '../src/kernel/time/clock.ts'
import { openLaneConnection, owned } from '../src/kernel/db/db.ts'
import type { Call } from '../src/kernel/http/http.ts'
import { silentLog } from '../src/kernel/log.ts'
import { openSigning, type Signing } from '../src/kernel/crypto/signing.ts'
import { allCauses } from '../src/app/ledger-causes.ts'
import type { TestDatabase } from './database.ts'
import { handMarkets, type HandMarkets } from './hand-markets.ts'

/** 2026-11-21T12:00:00Z. */
export const start = 1_795_262_400_000
export const code = 'BTCUSDT'

/** Ledger, options and the log on a test database, with prices and time moved by hand and heads in a folder of their own. */
export type HandBooks = {
  readonly clock: ReturnType<typeof handClock>
  readonly markets: HandMarkets
  /** The closed minutes of those prices, as the log reads them. */
  readonly record: BooksMarkets
  readonly options: Options
  readonly ledger: Ledger
  readonly signing: Signing
  readonly folder: string
  readonly headDirs: readonly string[]
  /** The log as a process of its own would open it. */
  open(over?: Partial<BooksDeps>): Books
  /** Opens a customer's account; `call` is a call of theirs. */
  customer(): Promise<{ accountId: bigint; call: () => Call }>
  /** Moves time on second by second, a tick each, and settles; undefined is a second without a tick. */
  run(seconds: number, priceAt: (second: number) => bigint | undefined): Promise<void>
  /** Rewrites the record of prices, as an intruder would. */
  tamper(change: (tick: Tick) => Tick): void
  close(): Promise<void>
}

type Tamper = { change: (tick: Tick) => Tick }

/** Closed minutes of a record that is written by hand. */
function closedMinutes(markets: HandMarkets, clock: HandBooks['clock'], tamper: Tamper): BooksMarkets {
  const recorded = async (): Promise<Tick[]> =>
    ((await markets.ticks([{ code, from: 0, to: Infinity }]))[0] ?? []).map((tick) => tamper.change(tick))
  const minuteOf = (tick: Tick): number => Math.floor(tick.ts / 60_000)
  const closed = (minute: number): boolean => (minute + 1) * 60_000 + 3000 <= clock.now()
  return {
    instrument: (wanted) => markets.instrument(wanted),
    minutesToSeal: async ({ after, limit }) =>
      [...new Set((await recorded()).map(minuteOf))]
        .filter((minute) => minute > after && closed(minute))
        .slice(0, limit),
    segments: async ({ minute, codes }) => {
      const ticks = (await recorded()).filter((tick) => minuteOf(tick) === minute)
      const other = {
        code: 'ETH',
        precision: 2,
        minute,
        ticks: [{ seq: minute, ts: minute * 60_000, price: 1n, late: false, feedKind: 'simulated' }],
      }
      const own = { code, precision: markets.instrument(code)?.precision ?? 0, minute, ticks }
      return ticks.length === 0 ? [] : [own, other].filter((each) => codes?.includes(each.code) ?? true)
    },
    ticks: async (windows) => (await markets.ticks(windows)).map((ticks) => ticks.map((tick) => tamper.change(tick))),
    listingEvents: markets.listingEvents,
    oldestMinute: async () => Math.min(...(await recorded()).map(minuteOf), Infinity),
  }
}

/** Entries of the ledger are left out of the log where a test counts what else stands in it. */
export async function handBooks(database: TestDatabase, { entries = false } = {}): Promise<HandBooks> {
  const clock = handClock(start)
  const folder = mkdtempSync(join(tmpdir(), 'evenhand-books-'))
  const signing = openSigning(join(folder, 'keys'))
  const headDirs = [join(folder, 'heads'), join(folder, 'elsewhere')]
  const db = database.pools.api
  const ledger = createLedger({ db: owned<'ledger'>(db), clock, log: silentLog })
  const markets = handMarkets(clock)
  const tamper: Tamper = { change: (tick) => tick }
  let books: Books | undefined
  const options = await createOptions({
    db: owned<'options'>(db),
    connect: () => openLaneConnection(database.url(), 'api'),
    ledger,
    identityRefusal: async () => undefined,
    markets: markets as never,
    mayTrade: () => {},
    signer: signing,
    receiptDocument: (which) => (books as Books).orderReceipt(which),
    head: () => (books as Books).head(),
    clock,
    log: silentLog,
    origin: signing.origin,
    installation: 'sandbox',
    rateLimits: false,
  })
  await options.openSandboxReserves(owned<'options'>(database.owner))
  const record = closedMinutes(markets, clock, tamper)
  const open = (over: Partial<BooksDeps> = {}): Books => {
    books = createBooks({
      db: owned<'books'>(db),
      clock,
      log: silentLog,
      signing,
      build: 'test',
      headDirs,
      options,
      markets: record,
      ledger: {
        ...ledger,
        ...(entries ? {} : { lastEntryNumber: async () => 0n }),
        auditCauses: () => auditCauses(owned<'ledger'>(database.pools.console), allCauses),
      },
      ...over,
    })
    return books
  }
  open()
  return {
    clock,
    markets,
    record,
    options,
    ledger,
    signing,
    folder,
    headDirs,
    open,
    async customer() {
      const customerId = crypto.randomUUID()
      const accountId = await ledger.openCustomer(db as AnyDb, customerId)
      const session = { id: 's', customerId, accountId, country: 'JP', lang: 'en' } as const
      const call = { mode: 'virtual', key: undefined, session, askHash: () => Buffer.alloc(0) }
      return { accountId, call: () => call as never }
    },
    async run(seconds, priceAt) {
      for (let second = 1; second <= seconds; second += 1) {
        clock.advance(1000)
        const price = priceAt(second)
        if (price !== undefined) await markets.tick(code, price)
        await options.settleNow()
      }
    },
    tamper: (change) => void (tamper.change = change),
    async close() {
      await options.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** A batch of receipts that nobody placed, as a row alone. Answers the statement; the caller chooses its transaction. */
export const batchRow = (root: string): string => `
  insert into options.batches (id, accepted_at, params_version, head_size, head_root, key_id, root, signature, leaves)
  values (gen_random_uuid(), now(), 1, 0, '', 'k', decode('${root}', 'hex'), '', '')`
