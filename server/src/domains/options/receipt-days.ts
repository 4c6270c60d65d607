import { utcDay } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import { figureSource } from '../../kernel/module/figure-source.ts'
import type { OptionsDeps } from './options.deps.ts'

/** A receipt that left later than this after its acceptance may have left after its entry tick existed. */
export const promptMs = 500

type Counted = { receipts: number; late: number }

/**
 * Counts receipts by UTC day and those that left too late, which is public. Counted in memory and written every few
 * seconds: a crash loses the counts of that long, never an order.
 */
export function countReceipts({ db, clock }: Pick<OptionsDeps, 'db' | 'clock'>) {
  let days = new Map<string, Counted>()
  const add = (day: string, { receipts, late }: Counted): void => {
    const before = days.get(day) ?? { receipts: 0, late: 0 }
    days.set(day, { receipts: before.receipts + receipts, late: before.late + late })
  }
  return {
    note(receipts: number, afterMs: number): void {
      add(utcDay(clock.now()), { receipts, late: afterMs > promptMs ? receipts : 0 })
    },
    async store(): Promise<void> {
      const counted = days
      days = new Map()
      try {
        for (const [day, { receipts, late }] of counted) {
          await sql`insert into options.receipt_days as d (day, receipts, late) values (${day}::date, ${receipts}, ${late})
            on conflict (day) do update set receipts = d.receipts + excluded.receipts, late = d.late + excluded.late`.execute(
            db,
          )
          counted.delete(day)
        }
      } finally {
        // Receipts leave late above all while the database is in trouble: what was not stored is stored next time.
        for (const [day, left] of counted) add(day, left)
      }
    },
    /** "late/all" of the receipts since the day of a time, up to the last storing. */
    late: figureSource(
      db,
      `select coalesce(sum(late), 0)::text || '/' || coalesce(sum(receipts), 0)::text as value
from options.receipt_days where day >= (to_timestamp($1::float8 / 1000) at time zone 'UTC')::date`,
    ),
  }
}
