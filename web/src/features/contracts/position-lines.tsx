import type { ContractOrder } from '@evenhand/protocol/contracts.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { DrawingBoard } from '../chart/chart-drawing.ts'
import type { PriceLevel } from '../chart/price-levels.ts'
import { spreadLabels } from '../chart/spread-labels.ts'
import { useLayout } from '../../lib/settings.ts'
import { unitsOf, type LivePosition } from './contract-live.ts'
import { useLiveContracts, useLivePositions } from './contracts-query.ts'
import { LineTag } from './line-tag.tsx'
import { MoveStopDialog } from './move-stop-dialog.tsx'
import { StopHandle } from './stop-handle.tsx'
import { useLevels } from './use-levels.ts'
import type { StopKind } from './stop-bounds.ts'

/** A stop or target that is being moved, in units of the price; `asked`: its confirmation is open. */
type Moved = { readonly id: string; readonly kind: StopKind; readonly price: bigint; readonly asked: boolean }
/** A line of a position; `live` and `units` as the rules read them. */
type Line = PriceLevel & { readonly live: LivePosition; readonly units: bigint }

const kinds = ['open', 'stopLoss', 'takeProfit', 'closeOut'] as const
/** Lines of more positions than these would hide the candles. */
const maxPositions = 8

const priceOf = (order: ContractOrder, kind: (typeof kinds)[number]): string | null =>
  kind === 'open' ? (order.openPrice ?? order.price) : kind === 'closeOut' ? order.closeOutPrice : order[kind]

/** The lines of a position that has its prices; what is moved stands where it is moved to. */
function linesOf(live: LivePosition, moved: Moved | undefined): Line[] {
  const { order, instrument } = live
  return kinds.flatMap((kind): Line[] => {
    const text = priceOf(order, kind)
    if (text === null) return []
    const isMoved = moved?.id === order.id && moved.kind === kind
    const units = isMoved ? moved.price : unitsOf(text, instrument.precision)
    const price = Number(units) / 10 ** instrument.precision
    return [{ key: `${order.id} ${kind}`, kind, price, live, units }]
  })
}

type LinesProps = { code: string; board: DrawingBoard }

/**
 * Entry, stop, target and close-out of the contracts on the instrument, as lines over its candles. Stop and target are moved
 * by mouse, finger or keys, and what the move comes to is confirmed before it is sent.
 */
export function PositionLines({ code, board }: LinesProps) {
  const { orders } = useLiveContracts()
  const own = orders.filter((order) => order.code === code).slice(0, maxPositions)
  const live = useLivePositions(own)
  const [moved, setMoved] = useState<Moved>()
  const lines = own.flatMap(({ id }) => {
    const one = live.get(id)
    return one ? linesOf(one, moved) : []
  })
  const asked = moved?.asked === true ? live.get(moved.id) : undefined
  if (lines.length === 0) return null
  return (
    <>
      <Lines board={board} lines={lines} moved={moved} onMove={setMoved} />
      {moved && asked && (
        <MoveStopDialog live={asked} kind={moved.kind} price={moved.price} onClose={() => setMoved(undefined)} />
      )}
    </>
  )
}

type LayerProps = {
  board: DrawingBoard
  lines: readonly Line[]
  moved: Moved | undefined
  onMove: (moved: Moved | undefined) => void
}

/** Lines and their labels: what stands fast at the start, what can be moved at the end. */
function Lines({ board, lines, moved, onMove }: LayerProps) {
  const t = useTranslations('contracts')
  const gap = useLayout() === 'mobile' ? 30 : 26
  const { places, priceAt } = useLevels(board, lines)
  if (!places) return null
  const { width, height, tops } = places
  const isStop = (line: Line): line is Line & { kind: StopKind } =>
    line.kind === 'stopLoss' || line.kind === 'takeProfit'
  const spread = (of: readonly Line[]) =>
    spreadLabels(
      of.map(({ key }) => [key, tops.get(key) ?? 0]),
      { gap, height },
    )
  const fast = lines.filter((line) => !isStop(line))
  const stops = lines.filter((line) => isStop(line))
  const [fastAt, stopsAt] = [spread(fast), spread(stops)]
  const sight = (key: string) => {
    const top = tops.get(key) ?? 0
    return top < 0 ? 'above' : top > height ? 'below' : 'seen'
  }
  return (
    <div dir="ltr" className="pointer-events-none absolute start-0 top-0 z-5 overflow-hidden" style={{ width, height }}>
      {fast.map((line) => (
        <LineTag
          key={line.key}
          live={line.live}
          kind={line.kind === 'closeOut' ? 'closeOut' : 'open'}
          top={fastAt.get(line.key) ?? 0}
          sight={sight(line.key)}
        />
      ))}
      {stops.map(({ key, kind, live, units }) => (
        <StopHandle
          key={key}
          live={live}
          kind={kind}
          price={units}
          top={stopsAt.get(key) ?? 0}
          sight={sight(key)}
          isMoved={moved?.id === live.order.id && moved.kind === kind}
          priceAt={priceAt}
          description={t('line.keys')}
          onMove={(price) => onMove({ id: live.order.id, kind, price, asked: false })}
          onAsk={(price) => onMove({ id: live.order.id, kind, price, asked: true })}
          onBack={() => moved?.asked !== true && onMove(undefined)}
        />
      ))}
    </div>
  )
}
