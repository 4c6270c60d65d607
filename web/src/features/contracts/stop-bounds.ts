import { formatUnits } from '@evenhand/protocol/money.ts'
import { sidesOf } from '@evenhand/proofs/contracts/price.ts'
import { stopsBounds } from '@evenhand/proofs/contracts/stops.ts'
import { unitsOf, type LivePosition } from './contract-live.ts'
import { stopsProblem, type StopScale } from './contract-ticket.form.ts'
import { plotText } from '../../lib/plot.ts'

/** What the stops of an order may be, held against the market, or around the price a pending order waits for. */
export function boundsOf({ order, instrument, sides }: LivePosition) {
  const { precision } = instrument
  const closeOut = order.closeOutPrice === null ? null : unitsOf(order.closeOutPrice, precision)
  const around =
    order.price !== null && order.status === 'PENDING' ? sidesOf(instrument, unitsOf(order.price, precision)) : sides
  const bounds = stopsBounds({ side: order.side, sides: around, closeOut })
  const text = (units: bigint | null) => (units === null ? null : formatUnits(units, precision))
  return {
    stopLoss: { from: text(bounds.stopLoss.from), to: text(bounds.stopLoss.to) },
    takeProfit: { from: text(bounds.takeProfit.from), to: text(bounds.takeProfit.to) },
  }
}

/** What a stop of an order is computed from. */
export function scaleOf({ order, instrument, rate }: LivePosition): StopScale {
  const { precision } = instrument
  const open = unitsOf(order.openPrice ?? order.price ?? '0', precision)
  return {
    side: order.side,
    open,
    units: unitsOf(order.units, 8),
    precision,
    decimals: order.precision,
    rate,
  }
}

export type StopKind = 'stopLoss' | 'takeProfit'

/** A price of the chart on the instrument's grid, never below its first step. */
export function onGrid(price: number, { precision, tickUnits }: LivePosition['instrument']): bigint {
  const step = tickUnits > 0n ? tickUnits : 1n
  const units = price > 0 ? unitsOf(plotText(price, precision), precision) : 0n
  const steps = (units + step / 2n) / step
  return (steps > 0n ? steps : 1n) * step
}

/** Why a stop cannot be moved to a price, as the server would return it; the other of the two stays as it is. */
export function moveProblem(live: LivePosition, kind: StopKind, price: bigint) {
  const { precision } = live.instrument
  const bounds = boundsOf(live)
  const checked = { stopLoss: undefined, takeProfit: undefined, [kind]: price }
  const problem = stopsProblem(checked, bounds, precision)
  return problem && { problem, bounds: bounds[kind] }
}
