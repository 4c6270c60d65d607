import type { OptionOrder } from '@evenhand/protocol/options.ts'
import { useTranslations } from 'use-intl'
import { Figure, formatAmount } from '../../lib/format.tsx'
import { languageOf, useLang } from '../../lib/settings.ts'
import { recordedDecimals } from './order-parts.tsx'
import { replayOf, type ReplayPoint, type Tick } from './replay-points.ts'

const [width, height, gap] = [480, 190, 28]
/** Half the width of a label, so that it stays inside its half. */
const labelPx = 64

/** The tick that ended the order: its exit, or the one an early sale was priced by. */
const endTick = (order: OptionOrder, ticks: readonly Tick[]): Tick | null =>
  order.exitTick ?? (order.status === 'SOLD' ? (ticks.find((tick) => tick.ts === order.closeTime) ?? null) : null)

/** The recorded ticks around entry and end, drawn one by one, and the same in a table. */
export function ReplayChart({ order, ticks }: { order: OptionOrder; ticks: readonly Tick[] }) {
  const t = useTranslations('orders')
  const exit = endTick(order, ticks)
  const { halves, entryY } = replayOf({ ticks, entry: order.entryTick, exit })
  const half = halves.length === 2 ? (width - gap) / 2 : width
  if (halves.flat().length === 0) return <p className="text-13 text-fg2">{t('replay.none')}</p>
  return (
    <figure className="flex flex-col gap-2">
      <div dir="ltr">
        <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t('replay.label')} className="w-full">
          {entryY !== undefined && (
            <line
              x1="0"
              x2={width}
              y1={entryY * height}
              y2={entryY * height}
              className="stroke-control"
              strokeDasharray="4 4"
            />
          )}
          {halves.map((points, at) => (
            <g key={at} transform={`translate(${at * (half + gap)} 0)`}>
              <path d={stepsOf(points, half)} fill="none" className="stroke-fg3" strokeWidth="1.5" />
              {points.map((point) => (
                <Dot key={point.tick.seq} point={point} half={half} direction={order.direction} />
              ))}
            </g>
          ))}
          {halves.length === 2 && (
            <text x={width / 2} y={height / 2} textAnchor="middle" className="fill-fg3 text-[14px]">
              ⋯
            </text>
          )}
        </svg>
      </div>
      <TickTable halves={halves} />
    </figure>
  )
}

/** A price holds until the next one comes: level, then a step. */
function stepsOf(points: readonly ReplayPoint[], half: number): string {
  return points
    .map(({ x, y }, at) => {
      const px = (x * half).toFixed(1)
      const py = (y * height).toFixed(1)
      return at === 0 ? `M${px} ${py}` : `H${px}V${py}`
    })
    .join('')
}

function Dot({ point, half, direction }: { point: ReplayPoint; half: number; direction: OptionOrder['direction'] }) {
  const t = useTranslations('orders')
  const [x, y] = [point.x * half, point.y * height]
  if (!point.mark) return <circle cx={x} cy={y} r="2.5" className="fill-fg3" />
  return (
    <>
      <circle
        cx={x}
        cy={y}
        r="6"
        strokeWidth="2"
        className={
          point.mark === 'exit'
            ? 'fill-accent stroke-surface'
            : direction === 'UP'
              ? 'fill-up stroke-surface'
              : 'fill-down stroke-surface'
        }
      />
      <text
        x={Math.min(Math.max(x, labelPx), half - labelPx)}
        y={point.free === 'above' ? y - 13 : y + 23}
        textAnchor="middle"
        className="fill-fg text-[13px] font-600"
      >
        {t(`replay.${point.mark}`)} {formatAmount(point.tick.price, recordedDecimals)}
      </text>
    </>
  )
}

function TickTable({ halves }: { halves: readonly (readonly ReplayPoint[])[] }) {
  const t = useTranslations('orders')
  const tag = languageOf(useLang()).tag
  const time = new Intl.DateTimeFormat(tag, { timeStyle: 'medium' })
  return (
    <details className="text-13">
      <summary className="min-h-8 cursor-pointer py-1.5 text-accent-text mobile:min-h-11 mobile:py-3">
        {t('replay.table')}
      </summary>
      <table className="mt-1 w-full">
        <thead className="text-fg3">
          <tr>
            <th scope="col" className="py-1 text-start font-500">
              {t('replay.number')}
            </th>
            <th scope="col" className="py-1 text-start font-500">
              {t('replay.time')}
            </th>
            <th scope="col" className="py-1 text-end font-500">
              {t('replay.price')}
            </th>
          </tr>
        </thead>
        <tbody>
          {halves.flat().map(({ tick, mark }) => (
            <tr key={tick.seq} className={`border-t border-line ${mark ? 'font-600' : 'text-fg2'}`}>
              <td className="py-1">
                <Figure>#{tick.seq}</Figure> {mark && `· ${t(`replay.${mark}`)}`}
              </td>
              <td className="py-1">{time.format(tick.ts)}</td>
              <td className="py-1 text-end">
                <Figure>{formatAmount(tick.price, recordedDecimals)}</Figure>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
