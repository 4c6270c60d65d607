import type { Chart, Crosshair } from 'klinecharts'
import type { Bar } from './chart-candles.ts'

export const candlePane = 'candle_pane'

type PointingParams = { element: HTMLElement; chart: Chart; onPoint: (bar: Bar | undefined) => void }

const indexAt = (bars: Bar[], at: number | undefined): number | undefined =>
  at === undefined ? undefined : bars.findLastIndex(({ timestamp }) => timestamp <= at)

/** The index of the candle under a place of the window. */
function candleUnder({ element, chart }: Pick<PointingParams, 'element' | 'chart'>, clientX: number): number {
  const x = clientX - element.getBoundingClientRect().left
  const [under] = chart.convertFromPixel([{ x }]) as { dataIndex?: number }[]
  return Math.max(0, Math.min(chart.getDataList().length - 1, under?.dataIndex ?? 0))
}

/** Which candle is pointed at, by the pointer or by the keyboard. */
export function followPointing({ element, chart, onPoint }: PointingParams) {
  const bars = () => chart.getDataList() as Bar[]
  const stop = new AbortController()
  /** The moment of the candle, which stays the same one when older ones come before it. */
  let pointed: number | undefined
  const pointedIndex = () => indexAt(bars(), pointed)
  /** Where the mouse stands over the chart. */
  let mouseAt: number | undefined

  let byTouch = false
  const indexUnder = (clientX: number) => candleUnder({ element, chart }, clientX)
  const hover = ({ pointerType, clientX }: PointerEvent) => {
    byTouch = pointerType !== 'mouse'
    mouseAt = byTouch ? undefined : clientX
    underMouse()
  }
  const underMouse = () => {
    if (mouseAt === undefined) return
    const bar = bars()[indexUnder(mouseAt)]
    pointed = bar?.timestamp
    onPoint(bar)
  }
  const leave = () => {
    mouseAt = pointed = undefined
    onPoint(undefined)
  }
  // A dragged chart glides on under a mouse that stands still.
  chart.subscribeAction('onScroll', underMouse)
  element.addEventListener('pointermove', hover, stop)
  element.addEventListener('pointerdown', hover, stop)
  element.addEventListener('pointerleave', () => !byTouch && leave(), stop)
  // A finger that only taps points at a candle; the next tap on the same one lets go.
  element.addEventListener(
    'click',
    (event) => {
      if (!byTouch) return
      const index = indexUnder(event.clientX)
      point(index === pointedIndex() ? undefined : index)
    },
    stop,
  )

  function point(index: number | undefined): Bar | undefined {
    mouseAt = undefined
    const bar = index === undefined ? undefined : bars()[index]
    pointed = bar?.timestamp
    // The library's own way to take the crosshair away is to set none.
    if (!bar || index === undefined) chart.executeAction('onCrosshairChange', null as unknown as Crosshair)
    else {
      const { from, to } = chart.getVisibleRange()
      if (index <= from || index >= to - 1) chart.scrollToDataIndex(index)
      const [at] = chart.convertToPixel([{ dataIndex: index, value: bar.close }]) as { x?: number; y?: number }[]
      chart.executeAction('onCrosshairChange', { ...at, paneId: candlePane })
    }
    onPoint(bar)
    return bar
  }
  return {
    /** Moves by candles; `start` and `end` go to the edges of what is seen. Returns the candle pointed at. */
    step(by: number | 'start' | 'end'): Bar | undefined {
      const { from, to } = chart.getVisibleRange()
      const last = bars().length - 1
      if (last < 0) return undefined
      if (by === 'start') return point(from + 1)
      if (by === 'end') return point(Math.min(to - 1, last))
      return point(Math.max(0, Math.min(last, (pointedIndex() ?? last + (by < 0 ? 1 : 0)) + by)))
    },
    unpoint: () => void point(undefined),
    pointed: (): Bar | undefined => bars()[pointedIndex() ?? -1],
    leave,
    stop() {
      chart.unsubscribeAction('onScroll', underMouse)
      stop.abort()
    },
  }
}
