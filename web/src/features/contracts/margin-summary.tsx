import { hiddenText, useHiddenBalances } from '../../lib/hidden-balances.ts'
import { useNow } from './use-now.ts'
import { MarginFigures, MarginMeter } from './margin-meter.tsx'

/** The margin account in the balance menu; nothing while no position is open. */
export function MarginSummary() {
  const { margin } = useNow()
  const hidden = useHiddenBalances()
  if (!margin || margin.level === null) return null
  return (
    <div className="flex flex-col gap-2 rounded-control border border-line px-3 py-2">
      <MarginFigures margin={margin} hidden={hidden ? hiddenText : undefined} />
      <MarginMeter margin={margin} />
    </div>
  )
}
