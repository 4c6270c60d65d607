import type { ReactNode } from 'react'
import { heights, plotText } from './plot.ts'

type CurveProps = {
  /** What each day comes to, from day 0 on. */
  values: readonly bigint[]
  /** The selected day. */
  day: number
  label: string
  /** What stands under the two ends. */
  ends: readonly [ReactNode, ReactNode]
}

const [width, height, edge] = [300, 96, 5]

/** A sum by days with the line of nothing and the selected day. Drawn left to right in every language, as time is in charts. */
export function DayCurve({ values, day, label, ends }: CurveProps) {
  // Nothing is a line of the picture, wherever the curve lies.
  const scaled = heights([...values, 0n])
  const yOf = (at: number) => edge + (1 - (scaled[at] ?? 0)) * (height - 2 * edge)
  const xOf = (at: number) => edge + (at * (width - 2 * edge)) / Math.max(1, values.length - 1)
  const zero = yOf(values.length)
  const path = values.map((_, at) => `${at === 0 ? 'M' : 'L'}${plotText(xOf(at), 1)} ${plotText(yOf(at), 1)}`).join('')
  return (
    <figure dir="ltr" className="max-w-120">
      <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`} className="block h-auto w-full">
        <line x1={0} x2={width} y1={zero} y2={zero} className="stroke-control" strokeDasharray="3 4" />
        <path d={path} fill="none" className="stroke-accent" strokeWidth={2} strokeLinejoin="round" />
        <line x1={xOf(day)} x2={xOf(day)} y1={0} y2={height} className="stroke-line" />
        <circle cx={xOf(day)} cy={yOf(day)} r={4} className="fill-accent stroke-surface" strokeWidth={2} />
      </svg>
      <figcaption aria-hidden className="mt-1 flex justify-between gap-2 text-11 text-fg3">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </figcaption>
    </figure>
  )
}
