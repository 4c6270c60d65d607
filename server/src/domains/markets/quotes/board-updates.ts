import type { Kysely } from 'kysely'
import { minuteMs } from '@evenhand/protocol/durations.ts'
import type { DB } from '../../../kernel/db/db.ts'
import type { Log } from '../../../kernel/log.ts'
import { createDayAgo } from '../candles/day-ago.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import type { BlockTick } from '../record/second-block.ts'
import type { LastTick } from '../sources/source-statuses.ts'
import type { PriceSource } from '../sources/source.ts'
import { openings } from './board-opening.ts'
import type { QuoteBoard } from './quote-board.ts'

export type BoardUpdatesDeps = {
  db: Kysely<DB>
  log: Log
  instruments: readonly Instrument[]
  source: PriceSource
  /** The same prices from a source of its own, which is read for 24 h ago. */
  yesterday: PriceSource
  board: QuoteBoard
  lastTick: (instrumentId: number) => LastTick | undefined
}

/** Brings what is recorded to the board, and then to those who wait for prices; the same in every process. */
export function createBoardUpdates({ db, log, instruments, source, yesterday, board, lastTick }: BoardUpdatesDeps) {
  const dayAgo = createDayAgo({ db, source: yesterday })
  const listeners: ((ts: number) => void)[] = []
  let minute = 0

  const readDayAgo = async (ts: number): Promise<void> => {
    await dayAgo.load(instruments.map((instrument) => ({ instrument, ts, firstTs: lastTick(instrument.id)?.firstTs })))
    await dayAgo.prepare(ts)
  }

  return {
    onTicks: (listener: (ts: number) => void): void => void listeners.push(listener),
    /** Brings the board to where it stands at `now`; minutes before `compactedUntil` (epoch ms) are closed. */
    async open({ now, compactedUntil }: { now: number; compactedUntil: number }): Promise<void> {
      board.fill(await openings({ db, source, dayAgo, instruments, lastTick }, now), compactedUntil / minuteMs)
      minute = Math.floor(now / minuteMs)
      board.enterMinute(minute)
    },
    /** Ticks of a time that are in the record. Times only rise. */
    async apply(ts: number, ticks: readonly BlockTick[]): Promise<void> {
      const current = Math.floor(ts / minuteMs)
      if (current !== minute) {
        // Time was skipped: what lay between is in the record, not in the minutes read ahead.
        const skipped = current > minute + 2
        minute = current
        board.enterMinute(current)
        await (skipped ? readDayAgo(ts) : dayAgo.prepare(ts)).catch((cause: unknown) =>
          log.error({ cause: String(cause) }, 'prices of a day ago were not read'),
        )
      }
      board.apply(ticks, dayAgo.priceBefore)
      for (const listener of listeners) listener(ts)
    },
  }
}

export type BoardUpdates = ReturnType<typeof createBoardUpdates>
