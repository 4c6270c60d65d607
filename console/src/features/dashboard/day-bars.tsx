import { useId } from 'react'
import { axisEnd } from './axis.ts'
import { dayText } from './use-trends.ts'

/** One UTC day of a chart: bars above the line, then bars below it, each with the words that name its figure. */
export type DayBar = { readonly day: number; readonly values: readonly number[]; readonly label: string }
type DayBarsProps = {
  /** What is drawn, for a screen reader; each bar names its own figure on hover. */
  title: string
  bars: readonly DayBar[]
  /** Classes of the series in order: a fill. */
  fills: readonly string[]
  /** A value as it stands at the axis; both ends and zero have one. */
  valueText: (value: number) => string
  height?: number
}

const barWidth = 10
const step = 14

/** A row of bars, a day each, around a zero line. Drawn left to right in every language, as time is in charts. */
export function DayBars({ title, bars, fills, valueText, height = 96 }: DayBarsProps) {
  const id = useId()
  const all = bars.flatMap(({ values }) => values)
  const top = axisEnd(Math.max(0, ...all))
  const bottom = -axisEnd(-Math.min(0, ...all))
  const span = top - bottom || 1
  // Without a bar below it, the line is the ground that bars stand on.
  const zero = bottom === 0 ? height : (top / span) * height
  const marks = [
    { value: top, y: 0 },
    { value: 0, y: zero },
    { value: bottom, y: height },
  ].filter(({ value }, index) => value !== 0 || index === 1)
  const width = bars.length * step
  return (
    <div dir="ltr" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 pt-2 text-11 text-fg3">
      <ul aria-hidden className="relative">
        {marks.map(({ value, y }) => (
          <li key={value} className="absolute end-0 -translate-y-1/2 leading-none whitespace-nowrap" style={{ top: y }}>
            {valueText(value)}
          </li>
        ))}
        {/* As wide as the widest: what is placed has no width of its own. */}
        {marks.map(({ value }) => (
          <li key={`width ${value}`} className="invisible h-0 overflow-hidden whitespace-nowrap">
            {valueText(value)}
          </li>
        ))}
      </ul>
      <svg
        role="img"
        aria-labelledby={id}
        viewBox={`0 0 ${width} ${height + 1}`}
        preserveAspectRatio="none"
        className="w-full"
        style={{ height }}
      >
        <title id={id}>{title}</title>
        {marks.map(({ value, y }) => (
          <line key={value} x1={0} x2={width} y1={y} y2={y} className="stroke-line" vectorEffect="non-scaling-stroke" />
        ))}
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
      </svg>
      <Days bars={bars} />
    </div>
  )
}

/** The first, middle and last day under the bars. */
function Days({ bars }: { bars: readonly DayBar[] }) {
  const shown = [bars[0], bars[Math.floor(bars.length / 2)], bars.at(-1)].filter((bar) => bar !== undefined)
  return (
    <p aria-hidden className="col-start-2 mt-1 flex justify-between leading-none">
      {[...new Set(shown)].map(({ day }) => (
        <time key={day}>{dayText(day).slice(5)}</time>
      ))}
    </p>
  )
}
