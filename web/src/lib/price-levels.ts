import type { ReactNode } from 'react'

export type LevelKind = 'open' | 'stopLoss' | 'takeProfit' | 'closeOut'

/** A price that is drawn as a line across the candles; its label stands at the start or the end of the line. */
export type PriceLevel = {
  readonly key: string
  readonly kind: LevelKind
  readonly price: number
  readonly at: 'start' | 'end'
  /** A label without a line: what is not there yet, and can be put there. */
  readonly unset?: boolean
}

/** Whether a line stands where the chart shows it, or beyond its edge. */
export type Sight = 'above' | 'seen' | 'below'

/** Where the label of a level stands: pixels from the top of the candles to its middle. */
export type LevelPosition = { readonly key: string; readonly top: number; readonly sight: Sight }

/** What draws levels and their labels over the candles; `priceAt` returns the price at a height. */
export type RenderLevels = (
  levels: readonly PriceLevel[],
  draw: (position: LevelPosition, priceAt: (y: number) => number) => ReactNode,
) => ReactNode
