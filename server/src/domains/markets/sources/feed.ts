import type { Clock } from '../../../kernel/time/clock.ts'
import type { Log } from '../../../kernel/log.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import { LeaseLost, type Recorder } from '../record/recorder.ts'
import type { BlockTick } from '../record/second-block.ts'
import type { PriceSource } from './source.ts'
import type { Quoted } from './source-statuses.ts'

export type FeedDeps = {
  clock: Clock
  log: Log
  source: PriceSource
  recorder: Recorder
  instruments: readonly Instrument[]
  /** Called after the ticks of a time are recorded. */
  onRecorded: (ts: number, ticks: readonly BlockTick[]) => Promise<void> | void
  /** Called when another process has become the writer; the feed has stopped. */
  onLeaseLost: () => void
  /** Which instruments are recorded; all where left out. */
  records?: ((code: string) => boolean) | undefined
  /** Milliseconds between ticks: 1000, and less only to try how much the rest can take. */
  everyMs?: number
}
export type Feed = {
  start(): void
  stop(): Promise<void>
  /** Computes, records and announces the ticks of the present moment, unless that has been done. */
  tick(): Promise<void>
}

/**
 * Once a second: a price of every open instrument for that whole second, recorded, then announced. A tick that takes
 * longer than its second is followed by the next whole second; those it missed have no ticks, because no price was seen.
 */
export function createFeed({
  clock,
  log,
  source,
  recorder,
  instruments,
  onRecorded,
  onLeaseLost,
  records,
  everyMs = 1000,
}: FeedDeps): Feed {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let stopped = true
  let last = 0

  const began = clock.now()
  /** Where ticks come faster than the seconds of the source, they walk through its coming seconds faster than time. */
  const secondOf = (ts: number): number => Math.floor(began / 1000 + (ts - began) / everyMs)
  const pricesAt = (ts: number): Quoted[] =>
    instruments.flatMap((instrument) => {
      if (records?.(instrument.code) === false) return []
      const price = source.priceAt(instrument, everyMs === 1000 ? ts / 1000 : secondOf(ts))
      if (price === undefined) return []
      const quoted = { instrumentId: instrument.id, ts, price, feedKind: source.feedKind(instrument) }
      return [source.live === undefined ? quoted : { ...quoted, sources: source.live.sourcesOf(instrument) }]
    })

  const runOnce = async (): Promise<void> => {
    const ts = Math.floor(clock.now() / everyMs) * everyMs
    // A server that came back within the second finds this second recorded already.
    if (ts <= Math.max(last, recorder.newestTs())) return
    last = ts
    const ticks = await recorder.add(pricesAt(ts))
    await onRecorded(ts, ticks)
  }
  let queue: Promise<void> = Promise.resolve()
  const tick = (): Promise<void> => (queue = queue.catch(() => undefined).then(runOnce))

  const next = (): void => {
    if (stopped) return
    running = tick().catch((cause: unknown) => {
      if (cause instanceof LeaseLost) {
        stopped = true
        onLeaseLost()
      }
      log.error({ cause: String(cause) }, 'ticks of a second were not recorded')
    })
    void running.then(() => {
      if (!stopped) timer = setTimeout(next, everyMs - (clock.now() % everyMs))
    })
  }

  return {
    start() {
      stopped = false
      next()
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
      await queue.catch(() => undefined)
    },
    tick,
  }
}
