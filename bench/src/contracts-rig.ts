import { generateKeyPairSync, sign } from 'node:crypto'
import { openingPrice, sidesOf, type Side } from '../../proofs/src/contracts/price.ts'
import { openingOf } from '../../proofs/src/contracts/opening.ts'
import { parity } from '../../proofs/src/contracts/quote-rate.ts'
import { firstClassTerms } from '../../proofs/src/contracts/terms.ts'
import { contractInstrument } from '../../server/src/domains/contracts/contract-instrument.ts'
import { createContracts, firstContractTerms } from '../../server/src/domains/contracts/index.ts'
import { allCauses } from '../../server/src/app/ledger-causes.ts'
import { createLedger } from '../../server/src/domains/ledger/index.ts'
import type { Instrument, Markets } from '../../server/src/domains/markets/index.ts'
import { openOwner, openPools, owned, sql } from '../../server/src/kernel/db/db.ts'
import { uuidV7 } from '../../server/src/kernel/ids.ts'
import { silentLog } from '../../server/src/kernel/log.ts'
import { manualClock, systemClock } from '../../server/src/kernel/time/clock.ts'
import { marketsFixture } from '../../server/test/fixtures/markets.ts'

/** An order as the rig writes it: one lot-step multiple worth about `worth` USDT. */
export type WantedPosition = {
  accountId: bigint
  instrument: Instrument
  side: Side
  lots: bigint
  leverage: number
  stopLoss: bigint | null
}

export type ContractsRig = Awaited<ReturnType<typeof openContractsRig>>

/** Contracts in this process on a database: the holding of the record as the product wires it, with prices and time that the bench sets. */
export async function openContractsRig(url: string) {
  const clock = manualClock(Math.floor(systemClock.now() / 1000) * 1000)
  const pools = openPools(url)
  const owner = openOwner(url)
  const ledger = createLedger({ db: owned<'ledger'>(pools.api), clock, log: silentLog, held: allCauses.held })
  const markets = marketsFixture(clock)
  const { privateKey } = generateKeyPairSync('ed25519')
  const contracts = createContracts({
    terms: firstContractTerms,
    db: owned<'contracts'>(pools.api),
    ledger,
    markets: markets as unknown as Markets,
    mayTrade: () => {},
    countriesOf: ({ country }) => [country],
    identityRefusal: async () => undefined,
    signer: {
      keyId: '0'.repeat(16),
      sign: (message) => sign(null, Buffer.from(message), privateKey).toString('hex'),
    },
    clock,
    log: { ...silentLog, error: console.error, warn: console.warn },
    origin: 'evenhand/bench',
    installation: 'sandbox',
    // As many notices as a real product writes; where they go is another part's cost.
    enqueueNotices: async () => {},
  })
  await contracts.openSandboxReserves(owned<'contracts'>(owner))
  return {
    ledger,
    contracts,
    markets,
    now: () => clock.now(),
    /** Quoted in USDT or USD, so that no other pair has to have a price. */
    instruments: markets.instruments().filter(({ quote }) => quote === 'USDT' || quote === 'USD'),
    /** Moves time to the next second and records a tick of each instrument. */
    second(prices: Iterable<readonly [Instrument, bigint]>): void {
      clock.set(clock.now() + 1000)
      for (const [{ code }, price] of prices) markets.record(code, price, clock.now())
    },
    place: (wanted: readonly WantedPosition[]) => placeOrders({ db: owner, wanted, at: clock.now() }),
    /** How many positions have closed so far. */
    async closed(): Promise<number> {
      const { rows } = await sql<{
        n: bigint
      }>`select count(*) as n from contracts.history where status = 'CLOSED'`.execute(owner)
      return Number(rows[0]?.n ?? 0n)
    },
    async close(): Promise<void> {
      await contracts.stop()
      await pools.close()
      await owner.destroy()
    },
  }
}

/** Market orders written as `contracts.accept` leaves them, many at once: the next tick opens them. */
async function placeOrders(params: {
  db: ReturnType<typeof openOwner>
  wanted: readonly WantedPosition[]
  at: number
}): Promise<void> {
  const { db, wanted, at } = params
  for (let from = 0; from < wanted.length; from += 10_000) {
    const rows = wanted.slice(from, from + 10_000).map((one) => rowOf(one, at))
    await sql`with taken as (
        insert into contracts.orders (account_id, id, order_no, asset, instrument_id, side, order_type, lots, leverage,
          stop_loss, accepted_at, seen_seq, seen_price, held, notional, feed_kind)
        select g.account, g.id, nextval('contracts.order_no_seq'), 2, g.instrument, g.side, 'MARKET', g.lots, g.leverage,
          g.stop, to_timestamp(${at}::float8 / 1000) - interval '1 second', 0, g.price, g.held, g.notional, 'simulated'
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) g(account bigint, id uuid, instrument int, side smallint,
          lots bigint, leverage int, stop bigint, price bigint, held bigint, notional bigint)
        returning account_id, held)
      select ledger.shift(array_agg(t.account_id), array_agg(2::smallint), array_agg(-t.held), array_agg(t.held))
      from (select account_id, sum(held)::bigint as held from taken group by 1) t`.execute(db)
  }
}

function rowOf(one: WantedPosition, at: number) {
  const facts = contractInstrument(one.instrument, firstClassTerms)
  const price = openingPrice(one.side, sidesOf(facts, facts.refUnits))
  const opening = openingOf(facts, { lots: one.lots, leverage: one.leverage, price, rate: parity })
  const needed = opening.margin + opening.fee
  return {
    account: String(one.accountId),
    id: uuidV7(at),
    instrument: one.instrument.id,
    side: one.side === 'BUY' ? 1 : -1,
    lots: String(one.lots),
    leverage: one.leverage,
    stop: one.stopLoss === null ? null : String(one.stopLoss),
    price: String(price),
    held: String(needed + needed / 100n),
    notional: String(opening.notional),
  }
}
