import pg from 'pg'
import { createMarkets, seedsOf, type Markets } from '../../server/src/domains/markets/index.ts'
import { handClock } from '../../server/src/kernel/clock.ts'
import { openPools } from '../../server/src/kernel/db.ts'
import { silentLog } from '../../server/src/kernel/log.ts'
import { readArguments } from './arguments.ts'
import { goals, type Figure } from './goals.ts'
import { openGround, type Ground } from './ground.ts'
import { report } from './report.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
// A Wednesday: every market has a session on it.
const day = Math.floor(Date.UTC(2026, 10, 18) / dayMs) * dayMs
const minutesEach = 3
const hours = [1, 4, 7, 10, 13, 15, 18, 21]

/** Bytes of a day of ticks on disk, from minutes of a whole working day recorded by the product's own feed and compaction. */
export async function benchTicks(ground: Ground): Promise<Figure[]> {
  const pools = openPools(ground.url)
  const clock = handClock(day + minuteMs)
  const markets = await createMarkets({
    pools,
    clock,
    log: silentLog,
    config: { feed: 'simulated', retentionDays: null },
    seeds: seedsOf(Buffer.alloc(32, 7)),
    optionTerms: () => [],
  })
  await markets.start()
  try {
    for (const hour of hours) await recordMinutes(markets, clock, day + hour * 3_600_000)
    // A later second, so that the last of those minutes is over and compacted; to stop is to wait for that.
    clock.set(day + 23 * 3_600_000)
    await markets.turn()
  } finally {
    await markets.stop()
    await pools.close()
  }
  return figuresOf(await sizes(ground.url))
}

async function recordMinutes(markets: Markets, clock: ReturnType<typeof handClock>, from: number): Promise<void> {
  for (let ts = from; ts < from + minutesEach * minuteMs; ts += 1000) {
    clock.set(ts)
    await markets.turn()
  }
}

type Sizes = { segments: number; minutes: number; rows: number; ticks: number; candles: number; candleRows: number }

async function sizes(url: string): Promise<Sizes> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('vacuum markets.segments')
  const { rows } = await client.query<Sizes>(`
    select (select sum(pg_total_relation_size(inhrelid))::float8 from pg_inherits where inhparent = 'markets.segments'::regclass) as segments,
      (select count(distinct minute)::float8 from markets.segments) as minutes,
      (select count(*)::float8 from markets.segments) as rows,
      (select sum(last_seq)::float8 from markets.instruments) as ticks,
      (select sum(pg_total_relation_size(inhrelid))::float8 from pg_inherits where inhparent = 'markets.candles_1m'::regclass) as candles,
      (select count(*)::float8 from markets.candles where span = 1) as "candleRows"`)
  await client.end()
  const [found] = rows
  if (found === undefined || found.minutes === 0) throw new Error('no minute was compacted')
  return found
}

function figuresOf(size: Sizes): Figure[] {
  const part = 'ticks'
  const aDay = (size.segments / size.minutes) * 1440
  return [
    {
      part,
      what: 'ticks of the whole catalogue on disk, a day',
      value: aDay / 1e9,
      unit: 'GB',
      goal: goals.ticks,
      note: `indexes included; from ${size.minutes} recorded minutes over a working day, ${(size.ticks / size.rows).toFixed(0)} ticks a row, ${(size.segments / size.ticks).toFixed(1)} bytes a tick`,
    },
    {
      part,
      what: 'one-minute candles on disk, a day',
      value: ((size.candles / size.candleRows) * (size.candleRows / size.minutes) * 1440) / 1e9,
      unit: 'GB',
      note: 'indexes included; longer candles add a third',
    },
  ]
}

if (import.meta.main) {
  readArguments()
  const ground = await openGround({ accounts: 0, sessions: 0 })
  try {
    report('ticks', await benchTicks(ground))
  } finally {
    await ground.close()
  }
}
