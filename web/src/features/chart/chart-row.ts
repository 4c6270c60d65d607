import { cx } from '@evenhand/ui/cx.ts'
import type { ChartSettings } from './chart-settings.ts'

/** A word in the chart's rows that is pressed or not; `wide` for a finger. */
export const chartFace = (on: boolean, wide = false) =>
  cx(
    'min-h-8 shrink-0 rounded-control px-2 text-13 mobile:min-h-11 mobile:px-3',
    wide && 'min-w-11',
    on ? 'bg-sunken font-600 text-fg' : 'text-fg2 hover:text-fg',
  )

export type ToolbarProps = {
  code: string
  settings: ChartSettings
  onChange: (part: Partial<ChartSettings>) => void
  table: boolean
  onTable: () => void
  /** Whether the tools for drawing are open. */
  drawing: boolean
  onDraw: () => void
  onTicks: () => void
  onZoom: (scale: number) => void
  onReset: () => void
  full: boolean
  onFull: () => void
  /** Whether orders that ended long ago are on the chart; absent for who has none. */
  ended?: { readonly shown: boolean; readonly toggle: () => void } | undefined
}
