import { setTimeout as pause } from 'node:timers/promises'
import { marketTypes } from '@evenhand/protocol/markets.ts'
import type { Clock } from '../../../kernel/time/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import { startJob, type Job } from '../../../kernel/jobs/jobs.ts'
import type { Log } from '../../../kernel/log.ts'
import type { Instrument, Markets } from '../../markets/index.ts'
import { offeredOf } from '../options.rules.ts'
import type { TermsBook } from '../terms-book.ts'
import { backtest, newTallies, sides } from './backtest.ts'
import { signals, type Series } from './strategies.ts'
import { keepStrategyDay, newestStrategyDay, type StrategyRow } from './strategy-days.ts'
import { returnOf } from './tally.ts'
import { dayMs, hourMs, minuteMs } from '@evenhand/protocol/durations.ts'

export type DailyBacktestDeps = {
  db: Db<'options'>
  markets: Pick<Markets, 'instruments' | 'latest' | 'ticks' | 'recordedMinutes' | 'termFloor' | 'listing'>
  terms: TermsBook
  clock: Clock
  log: Log
}

/** A day's last minutes are compacted by then. */
const settledMs = 10 * minuteMs
/** So many hours of prices are read of each category, spread over its instruments and the day: some 30 s of processor time. */
const hoursOfCategory = 1_500
/** An order this often; what is close together counts as one sample, see tally.ts. */
const everyMs = 2_400
/** A breath between two hours, so that orders never wait. */
const breathMs = 10

/** Counts each day what simple strategies would have returned on the prices of the day before. */
export function createDailyBacktest(deps: DailyBacktestDeps) {
  const { db, clock, log } = deps
  let counted: number | undefined
  let stopped = false
  let job: Job | undefined

  const run = async (): Promise<void> => {
    const day = Math.floor((clock.now() - settledMs) / dayMs) - 1
    counted ??= await newestStrategyDay(db)
    if (counted !== undefined && counted >= day) return
    const minutes = await deps.markets.recordedMinutes({ after: (day * dayMs) / minuteMs - 1, limit: dayMs / minuteMs })
    const rows = await strategiesOf(deps, { day, minutes, isStopped: () => stopped })
    if (stopped) return
    await keepStrategyDay(db, day, rows)
    counted = day
  }
  return {
    run,
    start: () => void (job = startJob({ name: 'try strategies on yesterday', everyMs: 60_000, log, run })),
    async stop(): Promise<void> {
      stopped = true
      await job?.stop()
    },
  }
}

/** The strategies on the record of a day (days since 1970), by category; a category without a record has no rows. */
async function strategiesOf(
  deps: DailyBacktestDeps,
  { day, minutes, isStopped }: { day: number; minutes: readonly number[]; isStopped: () => boolean },
): Promise<StrategyRow[]> {
  const found: StrategyRow[] = []
  for (const category of Object.values(marketTypes)) {
    const tallies = newTallies()
    const alike = deps.markets.instruments().filter(({ type }) => type === category).length
    for (const { instrument, product } of offeredIn(deps, category))
      for (const from of hoursOf({ instrument, day, alike })) {
        if (isStopped()) return []
        const to = Math.min((day + 1) * dayMs, from + hourMs + product.limitTime * 1000) - 1
        if (!holdsAnOrder(minutes, { from, to })) continue
        const series = await seriesOf(deps, instrument, { from, to })
        const { limitTime, payoutPpm } = product
        backtest(series, tallies, { limitTime, rate: Number(payoutPpm) / 1e6, everyMs })
        await pause(breathMs)
      }
    for (const signal of signals)
      for (const side of sides) {
        const params = returnOf(tallies[signal][side])
        if (params !== undefined)
          found.push({ category, signal, side, orders: tallies[signal][side].orders, ...params })
      }
  }
  return found
}

/** The instruments of a category with the shortest term that is offered on them: where a grain would pay most. */
const offeredIn = ({ markets, terms }: DailyBacktestDeps, category: number) =>
  markets.instruments().flatMap((instrument) => {
    if (instrument.type !== category || markets.listing(instrument.code)?.state === 'delisted') return []
    if (markets.latest(instrument.code) === undefined) return []
    const [product] = offeredOf(terms.now().products, markets.termFloor(instrument.code))
    return product === undefined ? [] : [{ instrument, product }]
  })

/** The hours of a day that are read of one of so many instruments alike, epoch ms: of few all, each day others. */
function hoursOf({ instrument, day, alike }: { instrument: Instrument; day: number; alike: number }): number[] {
  const count = Math.max(1, Math.min(24, Math.floor(hoursOfCategory / alike)))
  return Array.from({ length: count }, (_, index) => {
    const hour = (instrument.id * 7 + day + Math.floor((index * 24) / count)) % 24
    return day * dayMs + hour * hourMs
  })
}

/**
 * Whether an order can end in the ticks of a time, by the minutes that were recorded: it waits half a minute for a signal
 * and runs for at least as long, so never within one. Of a day in which no server ran nothing else is read.
 */
const holdsAnOrder = (minutes: readonly number[], { from, to }: { from: number; to: number }): boolean =>
  minutes.filter((minute) => (minute + 1) * minuteMs > from && minute * minuteMs <= to).length > 1

/** The ticks of an hour and of the term after it, without late ones. */
async function seriesOf(
  { markets }: DailyBacktestDeps,
  { code }: Instrument,
  { from, to }: { from: number; to: number },
): Promise<Series> {
  const [ticks = []] = await markets.ticks([{ code, from, to }])
  const inTime = ticks.filter(({ late }) => !late)
  return {
    times: Float64Array.from(inTime, ({ ts }) => ts),
    prices: Float64Array.from(inTime, ({ price }) => Number(price)),
  }
}
