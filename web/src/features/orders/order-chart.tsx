import { timeFormat } from '@evenhand/protocol/sentence-date.ts'
import type { OptionOrder } from '@evenhand/protocol/options.ts'
import { isSettled } from '@evenhand/protocol/states.ts'
import { useTranslations } from 'use-intl'
import { formatDecimal } from '../../lib/format.tsx'
import { inOwnDirection } from '../../lib/isolated.ts'
import { languageOf, useLang } from '../../lib/settings.ts'
import { placePoints, stepsOf, type LinePoint, type Placed } from './order-line.ts'
import { decimalsOf } from './order-words.ts'
import { lineFrame, useOrderLine } from './use-order-line.ts'

const size = { width: 480, height: 210 } as const
/** Half the width of a label, so that it stays inside the picture. */
const labelPx = 90

type ChartProps = { order: OptionOrder; ticks: readonly LinePoint[] }

/** The order from its entry to its end in one line of recorded prices; while it runs the line grows with every price. */
export function OrderChart({ order, ticks }: ChartProps) {
  const t = useTranslations('orders')
  const tag = languageOf(useLang()).tag
  const points = useOrderLine(order, ticks)
  const frame = lineFrame(order)
  const placed = placePoints(points, frame)
  const entry = placed.find(({ ts }) => ts === order.openTime)
  const exit = placed.find(({ ts }) => ts === order.closeTime)
  const place = (ts: number) => ((ts - frame.from) / (frame.until - frame.from)) * size.width
  const end = order.closeTime ?? order.expirationTime
  const time = timeFormat(tag, { timeStyle: 'medium' })
  if (placed.length === 0) return <p className="text-13 text-fg2">{t('replay.none')}</p>
  return (
    <div dir="ltr">
      <svg
        viewBox={`0 0 ${size.width} ${size.height + 18}`}
        role="img"
        aria-label={t('replay.label')}
        className="w-full"
      >
        {entry && (
          <EntryLevel
            order={order}
            y={entry.y * size.height}
            from={place(entry.ts)}
            until={place(end ?? frame.until)}
          />
        )}
        {end !== null && (
          <line
            x1={place(end)}
            x2={place(end)}
            y1="0"
            y2={size.height}
            className="stroke-control"
            strokeDasharray="4 4"
          />
        )}
        <path d={stepsOf(placed, size)} fill="none" className="stroke-fg3" strokeWidth="1.5" />
        {entry && <Mark point={entry} end="entry" order={order} />}
        {exit && <Mark point={exit} end="exit" order={order} />}
        {!isSettled(order.status) && <Newest point={placed.at(-1)} />}
        {[order.openTime, end].map(
          (ts, at) =>
            ts !== null && (
              <text
                key={at}
                x={Math.min(Math.max(place(ts), 30), size.width - 30)}
                y={size.height + 14}
                textAnchor="middle"
                className="fill-fg3 text-[11px]"
              >
                {inOwnDirection(time.format(ts))}
              </text>
            ),
        )}
      </svg>
    </div>
  )
}

/** The entry's price as a level, and the side of it on which the order wins. */
function EntryLevel({ order, y, from, until }: { order: OptionOrder; y: number; from: number; until: number }) {
  const up = order.direction === 'UP'
  return (
    <>
      <rect
        x={from}
        y={up ? 0 : y}
        width={Math.max(0, until - from)}
        height={up ? y : size.height - y}
        fillOpacity="0.08"
        className={up ? 'fill-up' : 'fill-down'}
      />
      <line x1={from} x2={size.width} y1={y} y2={y} className={up ? 'stroke-up' : 'stroke-down'} strokeWidth="1.5" />
    </>
  )
}

function Newest({ point }: { point: Placed | undefined }) {
  if (!point) return null
  return <circle cx={point.x * size.width} cy={point.y * size.height} r="4" className="fill-accent" />
}

type MarkProps = { point: Placed; end: 'entry' | 'exit'; order: OptionOrder }

function Mark({ point, end, order }: MarkProps) {
  const t = useTranslations('orders')
  const [x, y] = [point.x * size.width, point.y * size.height]
  const colour = end === 'exit' ? 'fill-accent' : order.direction === 'UP' ? 'fill-up' : 'fill-down'
  return (
    <>
      <circle cx={x} cy={y} r="6" strokeWidth="2" className={`${colour} stroke-surface`} />
      <text
        x={Math.min(Math.max(x, labelPx), size.width - labelPx)}
        y={y < size.height / 2 ? y - 12 : y + 22}
        textAnchor="middle"
        className="fill-fg stroke-surface stroke-4 text-[13px] font-600 [paint-order:stroke]"
      >
        {t(`replay.${end}`)} {formatDecimal(point.price, { decimals: decimalsOf(order) })}
      </text>
    </>
  )
}
