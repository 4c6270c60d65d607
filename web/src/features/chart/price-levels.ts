import { registerOverlay, type OverlayFigure } from 'klinecharts'
import type { LevelKind, PriceLevel } from '../../lib/price-levels.ts'
import type { DrawingBoard } from './chart-drawing.ts'
import { candlePane } from './chart-pointing.ts'
import { levelColours } from './chart-style.ts'

/** Where the lines stand: pixels from the top of the candles' pane, by key, and the pane's size. */
export type LevelPositions = {
  readonly width: number
  readonly height: number
  /** How far the values of the indicators reach down from the pane's top, at its start. */
  readonly legend: number
  readonly tops: ReadonlyMap<string, number>
}

type Drawn = { levels: readonly PriceLevel[]; onPosition: (positions: LevelPositions) => void }
const name = 'price-levels'
let registered = false

/** Teaches the library, once, to draw levels: one layer for all of them, which returns where it has drawn them. */
function registerLevels(): void {
  if (registered) return
  registered = true
  registerOverlay<() => Drawn>({
    name,
    totalStep: 2,
    lock: true,
    createPointFigures: ({ chart, overlay, bounding: { width, height }, yAxis }) => {
      const { levels, onPosition } = overlay.extendData()
      if (yAxis === null) return []
      const colours = levelColours()
      const tops = new Map(levels.map(({ key, price }) => [key, yAxis.convertToPixel(price)]))
      onPosition({ width, height, legend: legendHeight(chart), tops })
      const set = levels.filter(({ unset }) => unset !== true)
      return set.map(({ key, kind }) => lineAt(tops.get(key) ?? 0, width, { color: colours[kind], kind }))
    },
  })
}

/** Every indicator over the candles has its values in a row; where they follow the finger they come and go, and none is kept free. */
function legendHeight(chart: Pick<DrawingBoard['chart'], 'getIndicators' | 'getStyles'>): number {
  const { showRule, offsetTop, legend } = chart.getStyles().indicator.tooltip
  const rows = chart.getIndicators({ paneId: candlePane }).length
  if (showRule !== 'always' || rows === 0) return 0
  return offsetTop + rows * (legend.marginTop + legend.size + legend.marginBottom)
}

const lineAt = (y: number, width: number, { color, kind }: { color: string; kind: LevelKind }): OverlayFigure => ({
  type: 'line',
  ignoreEvent: true,
  attrs: {
    coordinates: [
      { x: 0, y },
      { x: width, y },
    ],
  },
  styles: { color, size: 1, style: kind === 'open' ? 'solid' : 'dashed', dashedValue: [6, 4] },
})

/** Draws levels on a chart until `stop`; `onPosition` is called, while the chart draws, with where they stand. */
export function drawLevels({ chart }: Pick<DrawingBoard, 'chart'>, onPosition: Drawn['onPosition']) {
  registerLevels()
  let id: string | null = null
  return {
    show(levels: readonly PriceLevel[]): void {
      const [first] = levels
      // A function, since the library would merge the levels of before with these: one that is gone would stay drawn.
      const extendData = (): Drawn => ({ levels, onPosition })
      const drawn = { points: [{ value: first?.price ?? 0 }], extendData }
      if (id !== null) chart.overrideOverlay({ id, name, ...drawn })
      else id = chart.createOverlay({ name, lock: true, ...drawn }) as string | null
    },
    /** The price at a height of the candles' pane. */
    priceAt(y: number): number {
      const [at] = chart.convertFromPixel([{ y }], { paneId: candlePane }) as { value?: number }[]
      return at?.value ?? 0
    },
    stop(): void {
      if (id !== null) chart.removeOverlay({ id })
    },
  }
}
