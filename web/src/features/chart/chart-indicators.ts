import type { Chart } from 'klinecharts'
import { candlePane } from './chart-pointing.ts'

export const indicatorNames = ['MA', 'EMA', 'BOLL', 'VOL', 'MACD', 'RSI'] as const
export type IndicatorName = (typeof indicatorNames)[number]

const onCandles = new Set<IndicatorName>(['MA', 'EMA', 'BOLL'])
const params: Record<IndicatorName, number[]> = {
  MA: [5, 10, 30],
  EMA: [6, 12, 20],
  BOLL: [20, 2],
  MACD: [12, 26, 9],
  RSI: [6, 12, 24],
  VOL: [],
}
/** Colours that differ from one another where several indicators lie over the candles. */
const colours: Record<IndicatorName, readonly string[]> = {
  MA: ['#b7791f', '#7c5cff', '#0e93a8'],
  EMA: ['#d6409f', '#5d8a00', '#2f66f6'],
  BOLL: ['#7d8aa3', '#7d8aa3', '#7d8aa3'],
  MACD: ['#b7791f', '#7c5cff'],
  RSI: ['#b7791f', '#7c5cff', '#0e93a8'],
  VOL: [],
}
/** No pane is lower; where they do not fit, the frame grows. */
export const minPanePx = 120

/** Indicators that stand in a pane of their own. */
export const paneCount = (shown: readonly IndicatorName[]): number =>
  shown.filter((name) => !onCandles.has(name)).length

function setHeight(chart: Chart, name: string, height: number): void {
  const id = chart.getIndicators({ name })[0]?.paneId
  if (id !== undefined) chart.setPaneOptions({ id, height })
}

/** The volume pane, without averages and words of its own. */
function addVolume(chart: Chart): void {
  const createTooltipDataSource = () => ({ name: '', calcParamsText: '', features: [], legends: [] })
  chart.createIndicator({ name: 'VOL', calcParams: [], createTooltipDataSource })
  setHeight(chart, 'VOL', minPanePx)
}

/** Averages are prices; MACD is the difference of two, and RSI a percentage. */
const decimalsOf = (name: IndicatorName, precision: number): number =>
  name === 'MACD' ? precision + 1 : name === 'RSI' ? 2 : precision

/** Shows exactly these indicators: averages and bands over the candles, volume and oscillators in panes of their own. */
export function showIndicators(chart: Chart, wanted: readonly IndicatorName[], precision: number): void {
  for (const name of indicatorNames) {
    const present = chart.getIndicators({ name }).length > 0
    if (present && !wanted.includes(name)) chart.removeIndicator({ name })
    if (present || !wanted.includes(name)) continue
    if (name === 'VOL') {
      addVolume(chart)
      continue
    }
    const stacked = onCandles.has(name)
    const styles = { lines: colours[name].map((color) => ({ color })) }
    const options = { name, calcParams: params[name], styles, precision: decimalsOf(name, precision) }
    chart.createIndicator(stacked ? { ...options, paneId: candlePane } : options, stacked)
    if (!stacked) setHeight(chart, name, minPanePx)
  }
}
