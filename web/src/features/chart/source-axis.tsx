import type { PriceSource } from '@evenhand/protocol/markets.ts'
import { useTranslations } from 'use-intl'
import { partsPerMillion } from './source-distance.ts'

/** What a source may differ from the median, and where the picture ends; in millionths. */
const bandPpm = 5000
const edgePpm = 8000
const width = 600
const height = 64
const middle = 30

const indexOfTime = (ppm: number): number =>
  width / 2 + (Math.max(-edgePpm, Math.min(edgePpm, ppm)) / edgePpm) * (width / 2 - 14)

type AxisProps = { price: string; sources: readonly PriceSource[] }

/**
 * Where each source stands around the index: filled dots count, rings are left out, crosses are dropped, and what lies
 * beyond the edge points outwards. A picture only; the table beside it shows the same.
 */
export function SourceAxis({ price, sources }: AxisProps) {
  const t = useTranslations('chart')
  const labels = [
    [-bandPpm, '−0.5%'],
    [0, t('source.index')],
    [bandPpm, '+0.5%'],
  ] as const
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} className="w-full max-w-160 [direction:ltr]">
      <rect
        x={indexOfTime(-bandPpm)}
        y={middle - 16}
        width={indexOfTime(bandPpm) - indexOfTime(-bandPpm)}
        height={32}
        rx={6}
        className="fill-accent-weak"
      />
      <line x1={6} x2={width - 6} y1={middle} y2={middle} className="stroke-control" />
      <line x1={width / 2} x2={width / 2} y1={middle - 16} y2={middle + 16} className="stroke-accent" strokeWidth={2} />
      {labels.map(([ppm, text]) => (
        <text key={ppm} x={indexOfTime(ppm)} y={height - 2} textAnchor="middle" className="fill-fg3 text-12">
          {text}
        </text>
      ))}
      {sources.map((source) => (
        <Dot key={source.name} source={source} price={price} />
      ))}
    </svg>
  )
}

function Dot({ source, price }: { source: PriceSource; price: string }) {
  if (source.mid === undefined) return null
  const ppm = partsPerMillion(source.mid, price)
  const x = indexOfTime(ppm)
  if (Math.abs(ppm) > edgePpm)
    return (
      <path
        d={ppm > 0 ? `M${x} ${middle - 6}l9 6l-9 6Z` : `M${x} ${middle - 6}l-9 6l9 6Z`}
        className={source.state === 'dropped' ? 'fill-danger' : 'fill-warn'}
      />
    )
  if (source.state === 'dropped')
    return (
      <path
        d={`M${x - 5} ${middle - 5}l10 10m0-10l-10 10`}
        className="fill-transparent stroke-danger"
        strokeWidth={2.5}
      />
    )
  return (
    <circle
      cx={x}
      cy={middle}
      r={6}
      strokeWidth={2.5}
      className={source.used ? 'fill-accent stroke-surface' : 'fill-surface stroke-fg3'}
    />
  )
}
