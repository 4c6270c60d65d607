import { figureSource, type FigureSource } from '../../kernel/module/figure-source.ts'
import type { PlansDb } from './plans.deps.ts'

/** What running plans are still owed beside what the ledger holds for them: a JSON object, smallest units of USDT. */
export function planCoverage(db: PlansDb, held: FigureSource): FigureSource {
  const owed = figureSource(db, 'select owed::text as value from plans.totals')
  return {
    sql: `${owed.sql};\n${held.sql}`,
    async read(since) {
      const [owes, holds] = await Promise.all([owed.read(since), held.read(since)])
      return owes === null || holds === null ? null : JSON.stringify({ owed: owes, setAside: holds })
    },
  }
}
