import { Fragment, type ReactNode } from 'react'
import type { LevelPosition, PriceLevel } from '../../lib/price-levels.ts'
import { useLayout } from '../../lib/settings.ts'
import type { DrawingBoard } from './chart-drawing.ts'
import { spreadLabels } from './spread-labels.ts'
import { useLevels } from './use-levels.ts'

type LayerProps = {
  board: DrawingBoard
  levels: readonly PriceLevel[]
  /** The label of a level. */
  draw: (position: LevelPosition, priceAt: (y: number) => number) => ReactNode
}

/** Lines over the candles with their labels, which part where they would cover each other and stay at the edge of what is seen. */
export function LevelLayer({ board, levels, draw }: LayerProps) {
  const gap = useLayout() === 'mobile' ? 28 : 26
  const { positions, priceAt } = useLevels(board, levels)
  if (!positions) return null
  const { width, height, legend, tops } = positions
  const topOf = ({ key }: PriceLevel) => tops.get(key) ?? 0
  const spread = (end: PriceLevel['at']) =>
    spreadLabels(
      levels.filter(({ at }) => at === end).map((level) => [level.key, topOf(level)]),
      { gap, height, from: end === 'start' ? legend : 0 },
    )
  const labels = { start: spread('start'), end: spread('end') }
  const sightOf = (top: number) => (top < 0 ? 'above' : top > height ? 'below' : 'seen')
  return (
    <div dir="ltr" className="pointer-events-none absolute start-0 top-0 z-5 overflow-hidden" style={{ width, height }}>
      {levels.map((level) => {
        const { key, at } = level
        const position = { key, top: labels[at].get(key) ?? 0, sight: sightOf(topOf(level)) } as const
        return <Fragment key={key}>{draw(position, priceAt)}</Fragment>
      })}
    </div>
  )
}
