import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { scaled } from '../../table/scaled.ts'
import { costAt, type Terms } from './loan-costs.ts'

const width = 320
const height = 72

type CostChartProps = {
  terms: Terms
  /** Completed days since the disbursement; null unless it runs. */
  today: number | null
}

/** Interest by the day that all is repaid on: nothing while days are free, then a step a day. Drawn left to right, as time is. */
export function CostChart({ terms, today }: CostChartProps) {
  const t = useTranslations('loans')
  const id = useId()
  const last = Math.max(terms.days, today ?? 0)
  const x = (day: number): number => (day / last) * width
  const costs = Array.from({ length: last + 1 }, (_, day) => Number(scaled(costAt(terms, day).interest)))
  const top = costs.at(-1) || 1
  const y = (cost: number): number => height - (cost / top) * (height - 4)
  const steps = costs.map((cost, day) => `H${x(day)}V${y(cost)}`).join('')
  const labels = { free: t('cost.free', { days: terms.freeDays }), term: t('cost.term', { days: terms.days }) }
  return (
    <figure dir="ltr" className="mb-3 text-11 text-fg2">
      <svg
        role="img"
        aria-labelledby={id}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className="w-full"
        style={{ height }}
      >
        <title id={id}>{`${t('part.costs')} · ${labels.free} · ${labels.term}`}</title>
        <rect x={0} y={0} width={x(terms.freeDays)} height={height} className="fill-sunken" />
        <path d={`M0 ${height}${steps}V${height}Z`} className="fill-accent-weak" />
        <path
          d={`M0 ${height}${steps}`}
          className="fill-none stroke-accent"
          strokeWidth={1.5}
          vectorEffect="non-scaling-stroke"
        />
        <line x1={0} x2={width} y1={height} y2={height} className="stroke-line" vectorEffect="non-scaling-stroke" />
        {[today, last > terms.days ? terms.days : null].map(
          (day, index) =>
            day !== null && (
              <line
                key={index}
                x1={x(day)}
                x2={x(day)}
                y1={0}
                y2={height}
                className={index === 0 ? 'stroke-fg' : 'stroke-danger'}
                strokeDasharray="3 3"
                vectorEffect="non-scaling-stroke"
              />
            ),
        )}
      </svg>
      {/* In the order of the days above it; each of them reads as its language does. */}
      <figcaption className="mt-1 flex flex-wrap justify-between gap-x-4">
        <bdi>{labels.free}</bdi>
        {today !== null && <bdi className="font-600 text-fg">{t('cost.today', { day: today })}</bdi>}
        <bdi>{labels.term}</bdi>
      </figcaption>
    </figure>
  )
}
