import pg from 'pg'
import { createMarkets, seedsOf, type Instrument, type Markets } from '../../server/src/domains/markets/index.ts'
import { manualClock } from '../../server/src/kernel/time/clock.ts'
import { openPools } from '../../server/src/kernel/db/db.ts'
import { silentLog } from '../../server/src/kernel/log.ts'
import { readArguments } from './arguments.ts'
import { goals, type Figure } from './goals.ts'
import { openGround, type Ground } from './ground.ts'
import { report } from './report.ts'
import { randomWalkProviders } from './random-walk-providers.ts'
import { dayMs, hourMs, minuteMs } from '@evenhand/protocol/durations.ts'

// A Wednesday: every market has a session on it.
const day = Math.floor(Date.UTC(2026, 10, 18) / dayMs) * dayMs
const minutesEach = 3
const hours = [1, 4, 7, 10, 13, 15, 18, 21]

/** Bytes of a day of ticks on disk, from minutes of a whole working day recorded by the product's own feed and compaction. */
async function benchTicks(ground: Ground, feed: 'simulated' | 'live'): Promise<Figure[]> {
  const pools = openPools(ground.url)
  const clock = manualClock(day + minuteMs)
  const providers = randomWalkProviders(clock)
  const markets = await createMarkets({
    pools,
    clock,
    log: silentLog,
    config: { feed, retentionDays: null },
    seeds: seedsOf(Buffer.alloc(32, 7)),
    optionTerms: () => [],
    providers,
  })
  await markets.start()
  try {
    for (const hour of hours) await recordMinutes(markets, { clock, from: day + hour * hourMs, emit: providers.emit })
    // A later second, so that the last of those minutes is over and compacted; to stop is to wait for that.
    clock.set(day + 23 * hourMs)
    await markets.tick()
  } finally {
    await markets.stop()
    await pools.close()
  }
  const size = await sizes(ground.url)
  return feed === 'live' ? [liveFigure(size)] : figuresOf(size)
}

async function recordMinutes(
  markets: Markets,
  params: { clock: ReturnType<typeof manualClock>; from: number; emit: (instruments: readonly Instrument[]) => void },
): Promise<void> {
  for (let ts = params.from; ts < params.from + minutesEach * minuteMs; ts += 1000) {
    params.clock.set(ts)
    params.emit(markets.instruments())
    await markets.tick()
  }
}

type Sizes = {
  sources: number
  seconds: number
  segments: number
  minutes: number
  rows: number
  ticks: number
  candles: number
  candleRows: number
}

async function sizes(url: string): Promise<Sizes> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('vacuum markets.segments, markets.tick_sources')
  const { rows } = await client.query<Sizes>(`
    select (select sum(pg_total_relation_size(inhrelid))::float8 from pg_inherits where inhparent = 'markets.segments'::regclass) as segments,
      (select sum(pg_total_relation_size(inhrelid))::float8 from pg_inherits where inhparent = 'markets.tick_sources'::regclass) as sources,
      (select count(*)::float8 from markets.tick_sources) as seconds,
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

/** With live prices the sources of each tick are kept beside it. */
function liveFigure(size: Sizes): Figure {
  const ticks = size.segments / size.minutes
  const sources = (size.sources / size.seconds) * 60
  return {
    part: 'ticks',
    what: 'live ticks with their sources on disk, a day',
    value: ((ticks + sources) * 1440) / 1e9,
    unit: 'GB',
    goal: goals.ticks,
    note: `indexes included; ${((sources * 1440) / 1e9).toFixed(2)} GB of it sources, ${(size.sources / size.ticks).toFixed(1)} bytes a tick, one to seven sources each`,
  }
}

if (import.meta.main) {
  readArguments()
  const figures: Figure[] = []
  for (const feed of ['simulated', 'live'] as const) {
    const ground = await openGround({ accounts: 0, sessions: 0 })
    try {
      figures.push(...(await benchTicks(ground, feed)))
    } finally {
      await ground.close()
    }
  }
  report('ticks', figures)
}
