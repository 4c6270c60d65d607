import { utcText } from '@evenhand/proofs/utc.ts'
import { formatUnits } from '@evenhand/protocol/money.ts'
import { spanOf, type Candle } from '../../server/src/domains/markets/candles/candle.ts'
import type { Instrument } from '../../server/src/domains/markets/catalogue/instrument.ts'
import { loadCatalogue } from '../../server/src/domains/markets/catalogue/load-catalogue.ts'
import { recomputeCandles, type CandleDifference } from '../../server/src/domains/markets/candles/recompute-candles.ts'
import { sealedMinutes } from '../../server/src/domains/markets/record/sealed-minutes.ts'
import { SetupError } from '../../server/src/kernel/config/config.ts'
import type { Pools } from '../../server/src/kernel/db/db.ts'

export type CandlesRequest = { code?: string | undefined; from?: string | undefined; to?: string | undefined }

const shownDifferences = 10
const intervalOf = new Map<number, string>(Object.entries(spanOf).map(([name, span]) => [span, name]))

function minuteOf(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise
  const ms = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\dZ)?$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(ms)) throw new SetupError(`State --${name} as 2026-11-21 or 2026-11-21T12:00Z, in UTC.`)
  return ms / 60_000
}

function chosen(code: string | undefined): readonly Instrument[] {
  const all = loadCatalogue()
  if (code === undefined) return all
  const found = all.filter((one) => one.code === code)
  if (found.length === 0)
    throw new SetupError(`There is no instrument ${code}: give its code as the markets page shows it.`)
  return found
}

/**
 * Makes the candles of an instrument, or of all, anew from the recorded ticks and states how many equal the stored ones;
 * false when one differs, with the first of them.
 */
export async function proveCandles(pools: Pools, request: CandlesRequest): Promise<boolean> {
  const instruments = chosen(request.code)
  const { oldestMinute } = sealedMinutes(pools.api, new Map(instruments.map((one) => [one.id, one])))
  const oldest = await oldestMinute()
  if (oldest === 0) {
    console.log('The record holds no closed minute yet.')
    return true
  }
  const from = Math.max(minuteOf('from', request.from, oldest), oldest)
  const to = minuteOf('to', request.to, Number.MAX_SAFE_INTEGER)
  let candles = 0
  let withRecord = 0
  const wrong: string[] = []
  for (const instrument of instruments) {
    const found = await recomputeCandles(pools.api, { instrumentId: instrument.id, from, to })
    candles += found.candles
    withRecord += found.candles > 0 ? 1 : 0
    wrong.push(...found.differences.map((one) => differenceText(one, instrument)))
  }
  console.log(
    `${candles} stored candles of ${withRecord} instruments were made anew from the recorded ticks since ${utcText(from * 60_000)}; ${wrong.length} differ.`,
  )
  for (const line of wrong.slice(0, shownDifferences)) console.log(`  ${line}`)
  if (wrong.length > shownDifferences) console.log(`  and ${wrong.length - shownDifferences} more`)
  return wrong.length === 0
}

function differenceText(
  { span, minute, stored, recomputed }: CandleDifference,
  { code, precision }: Instrument,
): string {
  const text = (candle: Candle | undefined): string =>
    candle === undefined
      ? 'none'
      : `${[candle.open, candle.high, candle.low, candle.close].map((units) => formatUnits(units, precision)).join(' ')} of ${candle.ticks} ticks`
  return `${code} ${intervalOf.get(span) ?? span} ${utcText(minute * 60_000)}: stored ${text(stored)}, from the ticks ${text(recomputed)}`
}
