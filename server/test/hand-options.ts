import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { handClock } from '../src/kernel/time/clock.ts'
import { openLaneConnection, owned } from '../src/kernel/db/db.ts'
import type { Call } from '../src/kernel/http/http.ts'
import { silentLog } from '../src/kernel/log.ts'
import type { Refusal } from '../src/kernel/http/refusal.ts'
import { createLedger, type AnyDb } from '../src/domains/ledger/index.ts'
import { createOptions, type Options, type OptionsDeps } from '../src/domains/options/index.ts'
import { testDatabase } from './database.ts'
import { handMarkets } from './hand-markets.ts'

export const usdt = (whole: number): bigint => BigInt(whole) * 1_000_000n

/** What an ask was refused with; a test fails when it was not. */
export const refusalOf = (asked: Promise<unknown>): Promise<Refusal> =>
  asked.then(
    () => {
      throw new Error('it was not refused')
    },
    (cause: Refusal) => cause,
  )

export type Customer = { accountId: bigint; call: (key?: string, ask?: object) => Call }

/** Options on a database of their own, with a clock and a market that a test moves by hand. */
export async function handOptions(of: { rateLimits?: boolean; mayTrade?: OptionsDeps['mayTrade'] } = {}) {
  const database = await testDatabase()
  const clock = handClock(1_770_000_000_000)
  const ledger = createLedger({ db: owned<'ledger'>(database.pools.api), clock, log: silentLog })
  const markets = handMarkets(clock)
  const { privateKey } = generateKeyPairSync('ed25519')
  const open = (): Promise<Options> =>
    createOptions({
      db: owned<'options'>(database.pools.api),
      connect: () => openLaneConnection(database.url(), 'api'),
      ledger,
      identityRefusal: async () => undefined,
      markets: markets as never,
      mayTrade: of.mayTrade ?? (() => {}),
      signer: {
        keyId: '0123456789abcdef',
        sign: (message: string) => sign(null, Buffer.from(message), privateKey).toString('hex'),
      },
      receiptDocument: async (which) => (await options.receiptParts(which))?.receipt as never,
      head: () => ({ size: 0, root: '' }),
      clock,
      log: silentLog,
      origin: 'evenhand/test',
      installation: 'sandbox',
      rateLimits: of.rateLimits ?? false,
    })
  const options = await open()
  await options.openSandboxReserves(owned<'options'>(database.owner))
  return {
    database,
    clock,
    ledger,
    markets,
    options,
    /** The same options as a second process on this database has them; the caller stops it. */
    openBeside: open,
    async customer(): Promise<Customer> {
      const accountId = await ledger.openCustomer(database.pools.api as AnyDb, randomUUID())
      const session = { id: 's', customerId: randomUUID(), accountId, country: 'JP', lang: 'en' } as const
      return {
        accountId,
        call: (key, ask) =>
          ({
            mode: 'virtual',
            lang: 'en',
            key,
            session,
            askHash: () => Buffer.from(JSON.stringify(ask ?? {})),
          }) as never,
      }
    },
    virtualOf: async (accountId: bigint) =>
      (await ledger.balances(accountId)).find((one) => one.asset === 'USDT.virtual'),
    /** Moves time second by second, a tick each, and settles. */
    async run(seconds: number, priceAt: (second: number) => bigint | undefined): Promise<void> {
      for (let second = 1; second <= seconds; second++) {
        clock.set(Math.floor(clock.now() / 1000) * 1000 + 1000)
        const price = priceAt(second)
        if (price !== undefined) await markets.tick('BTCUSDT', price)
        await options.settleNow()
      }
    },
    async close(): Promise<void> {
      await options.stop()
      await database.close()
    },
  }
}
