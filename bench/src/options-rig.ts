import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import pg from 'pg'
import { allCauses } from '../../server/src/app/ledger-causes.ts'
import { createLedger } from '../../server/src/domains/ledger/index.ts'
import { createOptions, firstTerms, type OptionsDeps } from '../../server/src/domains/options/index.ts'
import type { Markets } from '../../server/src/domains/markets/index.ts'
import { manualClock, systemClock, type Clock } from '../../server/src/kernel/time/clock.ts'
import { openLaneConnection, openOwner, openPools, owned } from '../../server/src/kernel/db/db.ts'
import { silentLog } from '../../server/src/kernel/log.ts'
import { marketsFixture } from '../../server/test/fixtures/markets.ts'

const code = 'BTCUSDT'
const price = 5_210_000n

/** Options in this process, without HTTP: the lanes, the ledger and the database as the product wires them. */
export type OptionsRig = Awaited<ReturnType<typeof openOptionsRig>>

/** Prices are fixed and set by the bench; with a manual clock, time is too. */
export async function openOptionsRig(url: string, time: { byHand: boolean }) {
  const fixture = manualClock(systemClock.now())
  const clock: Clock = time.byHand ? fixture : systemClock
  const pools = openPools(url)
  const ledger = createLedger({ db: owned<'ledger'>(pools.api), clock, log: silentLog, held: allCauses.held })
  const markets = marketsFixture(clock)
  const { privateKey } = generateKeyPairSync('ed25519')
  const deps: OptionsDeps = {
    db: owned<'options'>(pools.api),
    connect: () => openLaneConnection(url, 'api'),
    ledger,
    identityRefusal: async () => undefined,
    markets: markets as unknown as Markets,
    mayTrade: () => {},
    signer: {
      keyId: '0'.repeat(16),
      sign: (message) => sign(null, Buffer.from(message), privateKey).toString('hex'),
    },
    receiptDocument: () => Promise.reject(new Error('no books here')),
    head: () => ({ size: 1, root: '0'.repeat(64) }),
    clock,
    log: { ...silentLog, error: console.error, warn: console.warn },
    origin: 'evenhand/bench',
    installation: 'sandbox',
    rateLimits: false,
    terms: firstTerms,
  }
  const options = await createOptions(deps)
  const owner = openOwner(url)
  await options.openSandboxReserves(owned<'options'>(owner))
  await owner.destroy()
  await markets.tick(code, price)
  return {
    ledger,
    options,
    /** Moves the manual clock to a second and records its tick. */
    async tickAt(ms: number, units: bigint): Promise<void> {
      fixture.set(ms)
      await markets.tick(code, units, { ts: ms })
    },
    now: () => clock.now(),
    keepTicking: () => setInterval(() => void markets.tick(code, price), 1000),
    buy: (accountId: bigint, limitTime: number, direction: 'UP' | 'DOWN' = 'UP') => {
      const call = { mode: 'virtual', session: { accountId }, key: randomUUID(), requestHash: () => requestHash }
      return options.buy({ code, direction, limitTime, amount: 20_000_000n }, call as never)
    },
    async close(): Promise<void> {
      await options.stop()
      await pools.close()
    },
  }
}
const requestHash = Buffer.alloc(32, 1)

/** The ledger accounts of the loaded customers. */
export async function customerAccounts(url: string): Promise<bigint[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ id: string }>(
    "select account_id::text as id from accounts.customers where email like '%@seed.evenhand.example'",
  )
  await client.end()
  return rows.map(({ id }) => BigInt(id))
}

/** Gives the virtual reserve enough for any run, by an entry like its opening, spread over its shards. */
export async function fillReserve(url: string, units: bigint): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const ids = "(select id from ledger.accounts where name = 'reserve:options')"
  await client.query(
    `select ledger.post('reserve.opening', gen_random_uuid(), array[${ids}, (select id from ledger.accounts where name = 'house:capital')],
       array[2, 2]::smallint[], array[$1::bigint, -$1::bigint], now())`,
    [units],
  )
  await client.query(`select ledger.level(${ids}, 2::smallint, 1::smallint, 0)`)
  await client.end()
}
