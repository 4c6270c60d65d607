import { RowsState } from '../../table/rows-state.tsx'
import { HouseChart } from './house-chart.tsx'
import { MoneyChart } from './money-chart.tsx'
import type { useTrends } from './use-trends.ts'

/** Money in and out, and the result of the house; nothing for roles that may not read them. */
export function Charts({ trends }: { trends: ReturnType<typeof useTrends> }) {
  if (trends.fetchStatus === 'idle' && trends.isPending) return null
  if (trends.data === undefined) return <RowsState rows={{ ...trends, data: undefined }} empty={null} />
  return (
    <div className="grid gap-4 desktop:grid-cols-2 mobile:grid-cols-1">
      <MoneyChart trends={trends.data} />
      <HouseChart trends={trends.data} />
    </div>
  )
}
