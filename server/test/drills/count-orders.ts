import pg from 'pg'
import { allCauses } from '../../src/app/ledger-causes.ts'
import { createLedger } from '../../src/domains/ledger/index.ts'
import { systemClock } from '../../src/kernel/time/clock.ts'
import { openPools, owned } from '../../src/kernel/db/db.ts'
import { silentLog } from '../../src/kernel/log.ts'

/** What the database knows after a recovery, compared with what its customers got as responses. */
export type Counted = {
  /** Acknowledged orders that do not exist. */
  lost: number
  /** Orders or keys that exist more than once, or that were never acknowledged. */
  doubled: number
  /** Contracts that were closed. */
  closed: number
  /** Promises of the books that do not hold, in words. */
  broken: string[]
}

/** Counts every acknowledged order (by id) in the database at `url` and re-adds the books. */
export async function countOrders(url: string, orderIds: readonly string[]): Promise<Counted> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const pools = openPools(url, { api: 1, feed: 1, console: 1, payout: 1 })
  try {
    // One statement, so that an order which settles meanwhile is counted once.
    const { rows } = await client.query<{ lost: number; doubled: number; strays: number; closed: number }>(
      `with found as (select id from options.open_orders union all select id from options.orders
           union all select id from contracts.orders union all select id from contracts.positions
           union all select id from contracts.history where parent_id is null),
         confirmed as (select id from unnest($1::uuid[]) as id)
       select (select count(*)::int from contracts.history where status = 'CLOSED') as closed,
         (select count(*)::int from confirmed where not exists (select from found where found.id = confirmed.id)) as lost,
         (select (count(*) - count(distinct id))::int from found)
           + (select (count(*) - count(distinct ref))::int from ledger.keys where route in ('buyOptions', 'buyContract')) as doubled,
         (select count(*)::int from found where not exists (select from confirmed where confirmed.id = found.id)) as strays`,
      [orderIds],
    )
    const [found] = rows
    if (found === undefined) throw new Error('no count')
    const ledger = createLedger({
      db: owned<'ledger'>(pools.api),
      clock: systemClock,
      log: silentLog,
      held: allCauses.held,
    })
    const findings = await ledger.audit()
    return {
      lost: found.lost,
      closed: found.closed,
      doubled: found.doubled + found.strays,
      broken: findings.flatMap(({ ok, statement, detail }) => (ok ? [] : [`${statement}: ${detail.join(', ')}`])),
    }
  } finally {
    await pools.close()
    await client.end()
  }
}
