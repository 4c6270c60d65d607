import { spawn } from 'node:child_process'
import pg from 'pg'
import type { Ground } from './ground.ts'

export type Tpcb = {
  how: string
  /** Transactions a second, and what each costs PostgreSQL in µs of CPU. */
  run(seconds: number): Promise<{ tps: number; postgres: number }>
}

const scale = 12
const clients = 8

/** TPC-B on the ground's own server, in a database beside ours: the yardstick of every rate. */
export async function openTpcb(ground: Ground): Promise<Tpcb> {
  const { cluster } = ground
  const own = new pg.Client({ connectionString: cluster.url() })
  await own.connect()
  const there = await own.query("select from pg_database where datname = 'tpcb'")
  if (there.rows.length === 0) await own.query('create database tpcb')
  await own.end()
  const url = cluster.url(undefined, 'tpcb')
  const pgbench = (...args: string[]) => runProgram('pgbench', [...args, url])
  if ((await pgbench('-i', '-q', '-s', String(scale))).code !== 0) return measured(ground, await openByDriver(url))
  return measured(ground, {
    how: `pgbench TPC-B -s ${scale} -c ${clients} -M prepared`,
    async run(seconds) {
      const { output } = await pgbench('-c', String(clients), '-j', '2', '-M', 'prepared', '-T', String(seconds))
      const tps = /^tps = ([0-9.]+)/m.exec(output)?.[1]
      if (tps === undefined) throw new Error(`pgbench failed: ${output}`)
      return Number(tps)
    },
  })
}

type Runner = { how: string; run(seconds: number): Promise<number> }

const measured = ({ postgresCpu }: Ground, { how, run }: Runner): Tpcb => ({
  how,
  async run(seconds) {
    const before = postgresCpu()
    const tps = await run(seconds)
    return { tps, postgres: (postgresCpu() - before) / (tps * seconds) }
  },
})

/** Runs a program beside us: blocked, we would give no ticks meanwhile. */
function runProgram(command: string, args: readonly string[]): Promise<{ code: number; output: string }> {
  const child = spawn(command, args)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-10_000)))
  return new Promise((resolve) => {
    child.on('error', () => resolve({ code: 1, output: `no ${command}` }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

const tables = `
  create table pgbench_branches (bid int primary key, bbalance int, filler char(88)) with (fillfactor = 100);
  create table pgbench_tellers (tid int primary key, bid int, tbalance int, filler char(84)) with (fillfactor = 100);
  create table pgbench_accounts (aid int primary key, bid int, abalance int, filler char(84)) with (fillfactor = 100);
  create table pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
  insert into pgbench_branches select n, 0, '' from generate_series(1, ${scale}) n;
  insert into pgbench_tellers select n, (n - 1) / 10 + 1, 0, '' from generate_series(1, ${scale} * 10) n;
  insert into pgbench_accounts select n, (n - 1) / 100000 + 1, 0, '' from generate_series(1, ${scale} * 100000) n;
  vacuum analyze;`

const draw = (max: number): number => 1 + Math.floor(Math.random() * max)

/** The same five statements through the driver, for a machine without pgbench. */
async function openByDriver(url: string): Promise<Runner> {
  const connections = Array.from({ length: clients }, () => new pg.Client({ connectionString: url }))
  for (const client of connections) await client.connect()
  const [first] = connections
  if (first === undefined) throw new Error('no connection')
  for (const statement of tables.split(';').slice(0, -1)) await first.query(statement)
  const once = async (client: pg.Client): Promise<void> => {
    const [aid, bid, tid, delta] = [draw(scale * 100_000), draw(scale), draw(scale * 10), draw(10_001) - 5001]
    const run = (name: string, text: string, values: number[]) => client.query({ name, text, values })
    await client.query('begin')
    await run('a', 'update pgbench_accounts set abalance = abalance + $1 where aid = $2', [delta, aid])
    await run('b', 'select abalance from pgbench_accounts where aid = $1', [aid])
    await run('c', 'update pgbench_tellers set tbalance = tbalance + $1 where tid = $2', [delta, tid])
    await run('d', 'update pgbench_branches set bbalance = bbalance + $1 where bid = $2', [delta, bid])
    await run(
      'e',
      'insert into pgbench_history (tid, bid, aid, delta, mtime) values ($1, $2, $3, $4, current_timestamp)',
      [tid, bid, aid, delta],
    )
    await client.query('commit')
  }
  return {
    how: `TPC-B's five statements through the driver, ${clients} connections, because pgbench is not on this machine`,
    async run(seconds) {
      const until = performance.now() + seconds * 1000
      let done = 0
      await Promise.all(
        connections.map(async (client) => {
          for (; performance.now() < until; done += 1) await once(client)
        }),
      )
      return done / seconds
    },
  }
}
