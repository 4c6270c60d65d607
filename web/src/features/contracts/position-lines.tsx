import type { ContractOrder } from '@evenhand/protocol/contracts.ts'
import { useState } from 'react'
import { plotPrice } from '../../lib/plot.ts'
import { useLayout } from '../../lib/settings.ts'
import type { LevelPosition, PriceLevel, RenderLevels } from '../../lib/price-levels.ts'
import { contractsOn, unitsOf, type LivePosition } from './contract-live.ts'
import { useLiveContracts, useLivePositions } from './contracts-query.ts'
import { LineTag } from './line-tag.tsx'
import { MoveStopDialog } from './move-stop-dialog.tsx'
import { StopHandle } from './stop-handle.tsx'
import type { StopKind } from './stop-bounds.ts'

/** A stop or target that is being moved, in units of the price; `asked`: its confirmation is open. */
type Moved = {
  readonly id: string
  readonly kind: StopKind
  readonly price: bigint
  readonly confirming: boolean
}
/** A line of a position; `live` and `units` as the rules read them. */
type Line = PriceLevel & { readonly live: LivePosition; readonly units: bigint }

const kinds = ['open', 'stopLoss', 'takeProfit', 'closeOut'] as const
/** Lines of more positions than these would hide the candles; a phone's are of the one that is pinned. */
const maxPositions = { desktop: 8, mobile: 1 } as const
/** Stops that are not set are offered at the entry of so many positions: of more they would hide the candles. */
const maxOffered = 2
/** A close-out price that is further from the opening than this part of it is on no chart. */
const farAway = 0.25

const priceOf = (order: ContractOrder, kind: (typeof kinds)[number]): string | null =>
  kind === 'open' ? (order.openPrice ?? order.price) : kind === 'closeOut' ? order.closeOutPrice : order[kind]

/**
 * The lines of a position that has its prices; what is moved stands where it is moved to. `offers`: a stop or target that is
 * not set stands at the entry, without a line, to be dragged from there.
 */
function linesOf(live: LivePosition, moved: Moved | undefined, offers: boolean): Line[] {
  const { order, instrument } = live
  return kinds.flatMap((kind): Line[] => {
    const isMoved = moved?.id === order.id && moved.kind === kind
    const isStop = kind === 'stopLoss' || kind === 'takeProfit'
    const known = priceOf(order, kind)
    const text = known ?? (isStop && (offers || isMoved) ? priceOf(order, 'open') : null)
    if (text === null) return []
    const units = isMoved ? moved.price : unitsOf(text, instrument.precision)
    const price = plotPrice(units, instrument.precision)
    const opened = plotPrice(unitsOf(priceOf(order, 'open') ?? text, instrument.precision), instrument.precision)
    if (kind === 'closeOut' && Math.abs(price / opened - 1) > farAway) return []
    const at = kind === 'open' || kind === 'closeOut' ? 'start' : 'end'
    return [
      {
        key: `${order.id} ${kind}`,
        kind,
        price,
        at,
        live,
        units,
        unset: known === null && !isMoved,
      },
    ]
  })
}

type LinesProps = { code: string; renderLevels: RenderLevels }

/**
 * Entry, stop, target and close-out of the contracts on the instrument, as lines over its candles. Stop and target are moved
 * by mouse, finger or keys, and what the move comes to is confirmed before it is sent.
 */
export function PositionLines({ code, renderLevels }: LinesProps) {
  const { orders } = useLiveContracts()
  const own = contractsOn(orders, code).slice(0, maxPositions[useLayout()])
  const live = useLivePositions(own)
  const [moved, setMoved] = useState<Moved>()
  const lines = new Map(
    own.flatMap(({ id }) => {
      const one = live.get(id)
      return one ? linesOf(one, moved, own.length <= maxOffered).map((line) => [line.key, line] as const) : []
    }),
  )
  const confirming = moved?.confirming === true ? live.get(moved.id) : undefined
  if (lines.size === 0) return null
  return (
    <>
      {renderLevels([...lines.values()], (position, priceAt) => {
        const line = lines.get(position.key)
        return line && <LineLabel {...{ line, position, moved, priceAt }} onMove={setMoved} />
      })}
      {moved && confirming && (
        <MoveStopDialog live={confirming} kind={moved.kind} price={moved.price} onClose={() => setMoved(undefined)} />
      )}
    </>
  )
}

type LabelProps = {
  line: Line
  position: LevelPosition
  moved: Moved | undefined
  priceAt: (y: number) => number
  onMove: (moved: Moved | undefined) => void
}

/** What stands at a line: a label, or the handle by which a stop or target is moved. */
function LineLabel({ line: { kind, live, units, unset }, position, moved, priceAt, onMove }: LabelProps) {
  if (kind === 'open' || kind === 'closeOut') return <LineTag {...{ live, kind, position }} />
  const { id } = live.order
  return (
    <StopHandle
      {...{ live, kind, position, priceAt }}
      price={units}
      isUnset={unset === true}
      isMoved={moved?.id === id && moved.kind === kind}
      onMove={(price) => onMove({ id, kind, price, confirming: false })}
      onConfirm={(price) => onMove({ id, kind, price, confirming: true })}
      onBack={() => moved?.confirming !== true && onMove(undefined)}
    />
  )
}
