import { randomBytes } from 'node:crypto'
import type { getPriceSources, PriceSource as WireSource, tickSources } from '@evenhand/protocol/markets.ts'
import { formatUnits } from '@evenhand/protocol/money.ts'
import type { Kysely } from 'kysely'
import type * as z from 'zod/mini'
import type { Clock } from '../../../kernel/time/clock.ts'
import type { DB } from '../../../kernel/db/db.ts'
import type { Raw } from '../../../kernel/http/http.ts'
import { refuse } from '../../../kernel/http/refusal.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import type { Quote, QuoteBoard } from '../quotes/quote-board.ts'
import type { PriceSource } from './source.ts'
import { readTickSources } from '../record/tick-sources.store.ts'
import type { TickWindow } from '../record/tick-reader.ts'
import type { Tick } from '../record/tick.ts'

export type SourcesNow = z.input<typeof getPriceSources.result>
export type SourcesOfTick = z.input<typeof tickSources.result>

/** The sources behind an instrument's price now, in wire form. What is generated or replayed has one: itself. */
export function wireSources(quote: Quote, { source, now }: { source: PriceSource; now: number }): WireSource[] {
  const { instrument, price } = quote
  if (source.live === undefined) {
    const name = source.recordingOf(instrument)?.name ?? quote.feedKind
    return [{ name, mid: formatUnits(price, instrument.precision), ageMs: Math.max(0, now - quote.ts), used: true }]
  }
  return source.live
    .statusOf(instrument)
    .sources.map(({ mid, ...known }) =>
      mid === undefined ? known : { ...known, mid: formatUnits(mid, instrument.precision) },
    )
}

/** How an instrument's price is made this second, encoded once a second for all callers. Refuses 40039 what is not listed. */
export function createSourcesNow({ board, source, clock }: { board: QuoteBoard; source: PriceSource; clock: Clock }) {
  const boot = randomBytes(6).toString('hex')
  let kept = new Map<string, Raw>()
  let second = -1

  const encode = (quote: Quote, now: number): Raw => {
    const { instrument, price, ts, newest, feedKind } = quote
    const { open, reason } = source.sessionAt(instrument, now)
    const status = source.live?.statusOf(instrument)
    const held = status?.held
    const result: SourcesNow = {
      code: instrument.code,
      price: formatUnits(price, instrument.precision),
      ts,
      seq: newest?.seq ?? 0,
      feedKind,
      open,
      ...(reason === undefined ? {} : { reason }),
      ...(status?.why === undefined ? {} : { why: status.why }),
      ...(held === undefined
        ? {}
        : { held: { price: formatUnits(held.level, instrument.precision), since: held.since } }),
      sources: wireSources(quote, { source, now }),
    }
    const body = Buffer.from(`{"code":200,"result":${JSON.stringify(result)},"traceId":"shared"}`)
    const etag = `W/"${boot}-${instrument.id}-${second}-${newest?.seq ?? 0}"`
    return { raw: true, contentType: 'application/json; charset=utf-8', etag, body }
  }

  return async (code: string): Promise<Raw> => {
    const quote = board.quote(code)
    if (quote === undefined) throw refuse('notFound')
    const now = clock.now()
    // A price of this second is encoded with it, and never the one before for the rest of the second.
    const key = `${code} ${quote.ts}`
    if (Math.floor(now / 1000) !== second) {
      second = Math.floor(now / 1000)
      kept = new Map()
    }
    const raw = kept.get(key) ?? encode(quote, now)
    kept.set(key, raw)
    return raw
  }
}

/**
 * The sources that a recorded tick was made of. Refuses with 40039 an instrument or a tick that is not there. A tick of
 * generated or replayed prices has one source, of which it is the price.
 */
export function createTickSources(params: {
  db: Kysely<DB>
  source: PriceSource
  find: (code: string) => Instrument | undefined
  ticks: (windows: readonly TickWindow[]) => Promise<Tick[][]>
}) {
  return async ({ code, ts }: { code: string; ts: number }): Promise<SourcesOfTick> => {
    const instrument = params.find(code)
    const [ticks = []] = instrument === undefined ? [] : await params.ticks([{ code, from: ts, to: ts }])
    // The one that counts, where a late one has the same time.
    const tick = ticks.find(({ late }) => !late) ?? ticks[0]
    if (instrument === undefined || tick === undefined) throw refuse('notFound')
    const text = (units: bigint): string => formatUnits(units, instrument.precision)
    const { seq, price, feedKind, late } = tick
    const recorded = await readTickSources(params.db, { instrumentId: instrument.id, seq, price, ts })
    const itself = (feedKind === 'replay' ? params.source.recordingOf(instrument)?.name : undefined) ?? feedKind
    const sources = recorded ?? [{ name: itself, mid: price, ageMs: 0, state: 'used' as const }]
    return {
      code,
      seq,
      ts,
      price: text(price),
      feedKind,
      late,
      sources: sources.map(({ name, mid, ageMs, state }) => ({
        name,
        mid: text(mid),
        ageMs,
        used: state === 'used',
        state,
      })),
    }
  }
}
