import { monitorEventLoopDelay } from 'node:perf_hooks'
import pg from 'pg'
import { createLiabilities, customerProof } from '../../server/src/domains/liabilities/index.ts'
import { assetIds } from '../../server/src/domains/ledger/index.ts'
import { openSigning } from '../../server/src/kernel/crypto/signing.ts'
import { openPools, owned } from '../../server/src/kernel/db/db.ts'
import { systemClock } from '../../server/src/kernel/time/clock.ts'
import { readArguments } from './arguments.ts'
import { percentile, type Figure } from './goals.ts'
import { openGround, type Ground } from './ground.ts'
import { familyCpuMicros } from './machine.ts'
import { report } from './report.ts'

const proofs = 200

/** Every customer is given real money: without it there is no leaf. */
async function endow(url: string): Promise<{ entry: bigint; newest: bigint; customers: readonly string[] }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`
      insert into ledger.balances (account_id, asset, free, held)
      select a.id, asset.id, 1 + a.id % 1000000, a.id % 7 from ledger.accounts a, unnest(array[${assetIds.USDT}, ${assetIds.BTC}]) asset(id)
      where a.name like 'user:%' on conflict (account_id, asset, shard) do update set free = excluded.free`)
    await client.query('vacuum analyze ledger.balances')
    const { rows } = await client.query<{ id: string }>(
      `select split_part(name, ':', 2) as id from ledger.accounts where name like 'user:%' limit ${proofs}`,
    )
    const { rows: last } = await client.query<{ seq: string; account: string }>(
      'select coalesce((select max(seq) from ledger.entries), 0) as seq, (select max(id) from ledger.accounts) as account',
    )
    const [entry, newest] = [BigInt(last[0]?.seq ?? 0), BigInt(last[0]?.account ?? 0)]
    return { entry, newest, customers: rows.map(({ id }) => id) }
  } finally {
    await client.end()
  }
}

/** Draws and hashes the tree of all customers, as the daily job does, and then requests proofs from it. */
async function benchLiabilities(ground: Ground): Promise<Figure[]> {
  const { entry, newest, customers } = await endow(ground.url)
  const pools = openPools(ground.url)
  const db = owned<'liabilities'>(pools.api)
  const liabilities = createLiabilities({
    db,
    clock: systemClock,
    signing: openSigning(`${ground.folder}/keys`),
    simulated: true,
    newestSealedEntry: async () => ({ entry, at: Date.now() }),
    newestAccount: async () => newest,
    issuedAt: async (_, { assets }) => assets.map(() => 0n),
  })
  try {
    const delay = monitorEventLoopDelay({ resolution: 1 })
    const [began, cpu, postgres] = [performance.now(), familyCpuMicros(process.pid), ground.postgresCpu()]
    delay.enable()
    const statement = await liabilities.state()
    delay.disable()
    const seconds = (performance.now() - began) / 1000
    const [own, theirs] = [familyCpuMicros(process.pid) - cpu, ground.postgresCpu() - postgres]
    const times: number[] = []
    for (const customerId of customers) {
      const before = performance.now()
      await customerProof({ db }, { customerId, sealOf: async () => null })
      times.push(performance.now() - before)
    }
    const sorted = times.toSorted((a, b) => a - b)
    return [
      {
        part: 'liabilities',
        what: 'a statement of liabilities, drawn, hashed and signed',
        value: seconds,
        unit: 's',
        note: `${statement?.leaves} leaves of four assets; ${(own / 1e6).toFixed(1)} s of CPU in the process, ${(theirs / 1e6).toFixed(1)} s in PostgreSQL; calls waited ${(delay.max / 1e6).toFixed(1)} ms at most, p99 ${(delay.percentile(99) / 1e6).toFixed(1)} ms`,
      },
      {
        part: 'liabilities',
        what: 'a proof of a customer',
        value: percentile(sorted, 0.5),
        unit: 'ms',
        note: `median of ${proofs}, one after the other; p99 ${percentile(sorted, 0.99).toFixed(1)} ms`,
      },
    ]
  } finally {
    await pools.close()
  }
}

if (import.meta.main) {
  const ground = await openGround(readArguments())
  try {
    report('liabilities', await benchLiabilities(ground))
  } finally {
    await ground.close()
  }
}
