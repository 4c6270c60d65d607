import { useId } from 'react'

/** One UTC day of a chart: bars above the line, then bars below it, each with the words that name its figure. */
export type DayBar = { readonly day: number; readonly values: readonly number[]; readonly label: string }
type DayBarsProps = {
  /** What is drawn, for a screen reader; each bar names its own figure on hover. */
  title: string
  bars: readonly DayBar[]
  /** Classes of the series in order: a fill. */
  fills: readonly string[]
  height?: number
}

const barWidth = 10
const step = 14

/** A row of bars, a day each, around a zero line. Drawn left to right in every language, as time is in charts. */
export function DayBars({ title, bars, fills, height = 96 }: DayBarsProps) {
  const id = useId()
  const all = bars.flatMap(({ values }) => values)
  const top = Math.max(0, ...all)
  const bottom = Math.min(0, ...all)
  const span = top - bottom || 1
  // Without a bar below it, the line is the ground that bars stand on.
  const zero = bottom === 0 ? height : (top / span) * height
  return (
    <svg
      role="img"
      aria-labelledby={id}
      viewBox={`0 0 ${bars.length * step} ${height + 1}`}
      preserveAspectRatio="none"
      className="w-full"
      style={{ height, direction: 'ltr' }}
    >
      <title id={id}>{title}</title>
      {bars.map(({ day, values, label }, index) => (
        <g key={day}>
          <title>{label}</title>
          <rect x={index * step} y={0} width={step} height={height} className="fill-transparent" />
          {values.map((value, series) => {
            const size = Math.max((Math.abs(value) / span) * height, value === 0 ? 0 : 1.5)
            return (
              <rect
                key={fills[series]}
                x={index * step + (step - barWidth) / 2}
                y={value >= 0 ? zero - size : zero}
                width={barWidth}
                height={size}
                className={fills[series] ?? 'fill-accent'}
              />
            )
          })}
        </g>
      ))}
      <line
        x1={0}
        x2={bars.length * step}
        y1={zero}
        y2={zero}
        className="stroke-line"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
