import pg from 'pg'

/** A record of ten years that lies in the tables as compaction leaves it: candles alone, as their ticks are long gone. */
export type TenYears = {
  /** Ids of the instruments that have candles from an hour up, from a quarter of an hour up, and of every minute of a year. */
  readonly ids: readonly number[]
  readonly quarters: readonly number[]
  readonly minutes: readonly number[]
  /** Epoch minutes. */
  readonly from: number
  readonly minutesFrom: number
  readonly until: number
  readonly rows: number
}

const years = 3652 * 1440
const year = 365 * 1440
/** How far the first bucket of a span lies behind the epoch: weeks start on Monday. */
const offsetOf = (span: number): number => (span === 10_080 ? 5760 : 0)
/** A price between 50 000 and 54 000 units that differs from candle to candle. */
const priceAt = (minute: string): string => `(50000 + (${minute}::bigint * 7919 + id * 104729) % 4000)`

/**
 * Fills a migrated database: twenty instruments with ten years of hours, four hours, days and weeks, four of them with
 * quarters of an hour too, two with each minute of the last year, in the table's own order.
 */
export async function fillTenYears(url: string, untilMinute: number): Promise<TenYears> {
  const ids = Array.from({ length: 20 }, (_, index) => index * 53 + 1)
  const params: Omit<TenYears, 'rows'> = {
    ids,
    quarters: ids.slice(0, 4),
    minutes: ids.slice(0, 2),
    from: untilMinute - years,
    minutesFrom: untilMinute - year,
    until: untilMinute,
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // A filled table is what is measured, not the filling.
    await client.query('set synchronous_commit = off')
    // Every week of ten years has its own table of one-minute candles, whether there are any or not.
    for (let day = Math.floor(untilMinute / 1440); day > Math.floor(params.from / 1440); day -= 7)
      await client.query('select markets.open_day($1)', [day])
    let rows = 0
    for (const span of [10_080, 1440, 240, 60]) rows += await fill(client, { ids, span, from: params.from, params })
    rows += await fill(client, { ids: params.quarters, span: 15, from: params.from, params })
    rows += await fill(client, { ids: params.minutes, span: 1, from: params.minutesFrom, params })
    await enlist(client, params)
    await client.query('vacuum analyze markets.candles')
    return { ...params, rows }
  } finally {
    await client.end()
  }
}

type Filling = { ids: readonly number[]; span: number; from: number; params: Omit<TenYears, 'rows'> }

async function fill(client: pg.Client, { ids, span, from, params }: Filling): Promise<number> {
  const offset = offsetOf(span)
  const first = Math.ceil((from - offset) / span) * span + offset
  const end = Math.floor((params.until - offset) / span) * span + offset
  const done = await client.query(
    `insert into markets.candles (instrument_id, span, minute, ticks, open, high, low, close)
     select id, $2, minute, $2 * 60, ${priceAt('minute')}, ${priceAt('minute')} + 900, ${priceAt('minute')} - 900, ${priceAt(`(minute + $2)`)}
     from unnest($1::integer[]) as id, generate_series($3::integer, $4::integer - 1, $2::integer) as minute`,
    [ids, span, first, end],
  )
  return done.rowCount ?? 0
}

/** The record knows the instruments since the first of those minutes, and everything is compacted. */
async function enlist(client: pg.Client, params: Omit<TenYears, 'rows'>): Promise<void> {
  await client.query(
    `update markets.instruments set first_ts = $2, last_seq = 1, last_ts = $3, last_price = 52000, last_kind = 5
     where id = any ($1::integer[])`,
    [params.ids, params.from * 60_000, params.until * 60_000 - 1000],
  )
  await client.query('update markets.feed_lease set compacted_until = $1', [params.until * 60_000])
}
