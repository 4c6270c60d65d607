/** What a strategy returned on a category of instruments; shares of the stake. */
export type StrategyReturn = {
  category: 1 | 2 | 3 | 4 | 5
  signal: 'lastStep' | 'lastJump' | 'mean30s'
  side: 'with' | 'against'
  orders: number
  mean: number
  low: number
  high: number
}

const signals: readonly unknown[] = ['lastStep', 'lastJump', 'mean30s']
const sides: readonly unknown[] = ['with', 'against']

/**
 * The figure `strategyReturns`: a JSON list of [day, category, signal, side, orders, mean, low, high]. No day where there is
 * none yet; rows that are not understood are left out.
 */
export function strategiesIn(value: string | null): { day?: number; rows: StrategyReturn[] } {
  const list: unknown = value === null ? [] : JSON.parse(value)
  let day: number | undefined
  const rows: StrategyReturn[] = []
  for (const row of Array.isArray(list) ? (list as unknown[]) : []) {
    if (!Array.isArray(row)) continue
    const [params, category, signal, side, ...figures] = row as unknown[]
    const known = [1, 2, 3, 4, 5].includes(category as number) && signals.includes(signal) && sides.includes(side)
    if (!known || typeof params !== 'number' || !figures.every((figure) => typeof figure === 'number')) continue
    const [orders = 0, mean = 0, low = 0, high = 0] = figures
    day = params
    rows.push({ category, signal, side, orders, mean, low, high } as StrategyReturn)
  }
  return day === undefined ? { rows } : { day, rows }
}
