import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { dayMs } from '@evenhand/protocol/durations.ts'
import { openSandboxPlans } from '../../server/src/domains/plans/index.ts'
import { openOwner, owned } from '../../server/src/kernel/db/db.ts'
import { manualClock } from '../../server/src/kernel/time/clock.ts'
import type { BenchParams } from './arguments.ts'
import { goals, median, percentile, type Figure } from './goals.ts'
import type { Ground } from './ground.ts'
import { customerAccounts, fillReserve, openOptionsRig, type OptionsRig } from './options-rig.ts'
import { openPayer } from './payday.ts'
import { runPart } from './run-part.ts'

/** Principal of each position in millionths of a USDT, and what it earns a day at 0.011 %. */
const principal = 1_000_000_000n
const daily = 110_000n
const days = 30n

/** Orders a second that are placed beside a payday, and how long they are measured without one. */
const ordersPerSecond = 50
const quietMs = 5_000

/** The shares of a payday after which its process is killed. */
const killedAt = [0.25, 0.5, 0.75]
const payerFile = fileURLToPath(new URL('payday.ts', import.meta.url))

/**
 * A payday: every position of many customers is due within one second; how long until each has its yield, by an entry of its
 * own, and how long orders take that are placed meanwhile.
 */
export async function benchPlans(params: BenchParams, ground: Ground): Promise<Figure[]> {
  const clock = manualClock(Math.floor(Date.now() / 1000) * 1000)
  const payer = openPayer(ground.url, clock)
  const owner = openOwner(ground.url)
  await fillReserve(ground.url, 10n ** 15n)
  const beside = await openOptionsRig(ground.url, { byHand: false })
  const ticking = beside.keepTicking()
  const accounts = await customerAccounts(ground.url)
  try {
    await openSandboxPlans({ db: owned<'plans'>(owner), clock, ledger: payer.ledger })
    await beginAll(ground.url, { positions: params.expiring, at: clock.now() })
    const runs: Run[] = []
    const waits: number[] = []
    const quiet = await placing(beside, {
      accounts,
      work: () => new Promise((resolve) => setTimeout(resolve, quietMs)),
    })
    for (let run = 0; run < Math.min(3, params.rounds); run += 1) {
      clock.advance(dayMs + (run === 0 ? 1000 : 0))
      const [database, cpu, began] = [ground.postgresCpu(), process.cpuUsage(), performance.now()]
      let paid = 0
      waits.push(...(await placing(beside, { accounts, work: async () => void (paid = await payer.payDue()) })))
      const seconds = (performance.now() - began) / 1000
      const { user, system } = process.cpuUsage(cpu)
      if (paid !== params.expiring) throw new Error(`${paid} of ${params.expiring} were paid`)
      runs.push({ seconds, postgres: ground.postgresCpu() - database, node: user + system })
      console.log(`${paid} yields paid in ${seconds.toFixed(1)} s`)
    }
    clock.advance(dayMs)
    const killed = await payKilled(ground.url, { now: clock.now(), positions: params.expiring })
    const broken = (await payer.ledger.audit()).filter(({ ok }) => !ok)
    if (broken.length > 0) throw new Error(`the books do not add up: ${JSON.stringify(broken)}`)
    return [figureOf(runs, params.expiring), orderFigure(waits, quiet), killedFigure(killed, params.expiring)]
  } finally {
    clearInterval(ticking)
    await beside.close()
    await owner.destroy()
    await payer.close()
  }
}

/**
 * A payday whose process is killed after a quarter, half and three quarters of it, and started again each time. Returns
 * the seconds until every position has its yield, once.
 */
async function payKilled(url: string, { now, positions }: { now: number; positions: number }): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const paid = async (): Promise<number> => {
    const { rows } = await client.query<{ paid: bigint }>('select paid from plans.totals')
    return Number(BigInt(rows[0]?.paid ?? 0) / daily)
  }
  try {
    const [before, began] = [await paid(), performance.now()]
    for (const share of [...killedAt, 1]) {
      const child = spawn(process.execPath, [...process.execArgv, payerFile, url, String(now)], { stdio: 'inherit' })
      const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
      if (share === 1) {
        if ((await ended) !== 0) throw new Error('the process that pays failed')
        break
      }
      while ((await paid()) - before < positions * share) await new Promise((resolve) => setTimeout(resolve, 5))
      child.kill('SIGKILL')
      if ((await ended) === 0) throw new Error('the payday was over before it was killed')
    }
    const seconds = (performance.now() - began) / 1000
    if ((await paid()) - before !== positions) throw new Error(`${(await paid()) - before} of ${positions} were paid`)
    console.log(`${positions} yields paid in ${seconds.toFixed(1)} s, killed ${killedAt.length} times`)
    return seconds
  } finally {
    await client.end()
  }
}

function killedFigure(seconds: number, positions: number): Figure {
  return {
    part: 'plans',
    what: `a payday of ${positions} plans, killed ${killedAt.length} times`,
    value: seconds,
    unit: 's',
    note: 'a process of its own, killed by SIGKILL and started again each time; no orders beside it; books audited after',
  }
}

type Run = { seconds: number; postgres: number; node: number }

function figureOf(runs: readonly Run[], positions: number): Figure {
  const each = (server: 'postgres' | 'node'): string => (median(runs.map((run) => run[server])) / positions).toFixed(1)
  return {
    part: 'plans',
    what: `a payday of ${positions} plans, as a million takes`,
    value: (median(runs.map(({ seconds }) => seconds)) * 1_000_000) / positions,
    unit: 's',
    goal: goals.payday,
    note: `median of ${runs.length} days; a yield costs PostgreSQL ${each('postgres')} µs and Node ${each('node')} µs; books audited after`,
  }
}

type Placing = { accounts: readonly bigint[]; work: () => Promise<unknown> }

/** Places orders at an even rate as long as something else is done; returns how long each took, in ms, the shortest first. */
async function placing(rig: OptionsRig, { accounts, work }: Placing): Promise<number[]> {
  const waits: Promise<number>[] = []
  const order = async (): Promise<number> => {
    const began = performance.now()
    await rig.buy(accounts[waits.length % accounts.length] as bigint, 300)
    return performance.now() - began
  }
  const timer = setInterval(() => waits.push(order()), 1000 / ordersPerSecond)
  await work().finally(() => clearInterval(timer))
  return (await Promise.all(waits)).toSorted((a, b) => a - b)
}

function orderFigure(waits: readonly number[], quiet: readonly number[]): Figure {
  const sorted = waits.toSorted((a, b) => a - b)
  const at = (values: readonly number[], share: number): string => percentile(values, share).toFixed(1)
  return {
    part: 'plans',
    what: 'p99 of orders beside a payday',
    value: percentile(sorted, 0.99),
    unit: 'ms',
    goal: goals.p99,
    note: `${waits.length} orders, ${ordersPerSecond} a second in the process that pays; median ${at(sorted, 0.5)} ms; without a payday median ${at(quiet, 0.5)} ms and p99 ${at(quiet, 0.99)} ms`,
  }
}

/** Begins a position for so many customers, with the money that each and the reserve hold, as their owner. */
async function beginAll(url: string, params: { positions: number; at: number }): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await begin(client, params)
  } finally {
    await client.end()
  }
}

async function begin(client: pg.Client, { positions, at }: { positions: number; at: number }): Promise<void> {
  const holders = `holders as (select account_id, row_number() over () as n from accounts.customers limit ${positions})`
  const capital = "ledger.account_named('house:capital')"
  const count = BigInt(positions)
  const [principals, yields] = [principal * count, daily * days * count]
  await client.query(`
    with ${holders}, given as (
      insert into ledger.entries (at, kind, ref, owner, accounts, assets, amounts)
      select to_timestamp(${at / 1000}), 'test', gen_random_uuid(), account_id, array[account_id, ${capital}], array[1, 1]::smallint[],
        array[${principal}, -${principal}] from holders)
    update ledger.balances b set held = b.held + ${principal} from holders h
    where b.account_id = h.account_id and b.asset = 1 and b.shard = 0`)
  await client.query(`update ledger.origins o set issued = o.issued + ${principals}
    where o.account_id = ${capital} and o.asset = 1`)
  await client.query(`select ledger.post('test', gen_random_uuid(), array[${capital}, ledger.account_named('reserve:yield')],
    array[1, 1]::smallint[], array[-${yields}::bigint, ${yields}::bigint], now())`)
  await client.query(`update ledger.balances b set free = b.free - ${yields}, held = b.held + ${yields}
    where b.account_id = ledger.account_named('reserve:yield')`)
  await client.query(`
    with ${holders}
    insert into plans.positions (account_id, id, product_id, principal, days, daily_ppm, penalty_ppm, cooling_hours, terms_hash,
      daily_yield, started_at, next_due)
    select h.account_id, uuidv7(), p.id, ${principal}, 30, 110, 2000, 24, p.terms_hash, ${daily}, t.at, t.at + interval '24 hours'
    from holders h, plans.products p, lateral (select to_timestamp(${at / 1000}) + h.n % 1000 * interval '1 millisecond' as at) t
    where p.days = ${days}`)
  await client.query(`update plans.totals set positions = ${positions}, principal = ${principals}, owed = ${yields}`)
  await client.query('vacuum analyze plans.positions')
  await client.query('vacuum analyze ledger.balances')
  await client.query('checkpoint')
}

if (import.meta.main) await runPart('plans', benchPlans)
