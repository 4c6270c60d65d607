import type { DeepPartial, Styles } from 'klinecharts'
import { currentLayout } from '../../lib/settings.ts'

const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()
const family = 'system-ui, sans-serif'

/** The colours that marks on the chart take from the page's theme. */
export const markColours = () => ({
  up: token('up'),
  down: token('down'),
  upFill: token('up-fill'),
  downFill: token('down-fill'),
  surface: token('surface'),
  result: token('accent'),
})

/** The colours of the lines of a position. */
export const levelColours = () => ({
  open: token('control'),
  stopLoss: token('red-fill'),
  takeProfit: token('accent'),
  closeOut: token('warn-text'),
})

/** The colours of what a customer draws on the chart. */
export const drawingColours = () => ({
  line: token('accent-text'),
  selected: token('accent'),
  ground: token('surface'),
})

function candleStyle(up: string, down: string): DeepPartial<Styles>['candle'] {
  const flat = token('fg3')
  const accent = token('accent-text')
  return {
    bar: {
      upColor: up,
      downColor: down,
      noChangeColor: flat,
      upBorderColor: up,
      downBorderColor: down,
      noChangeBorderColor: flat,
      upWickColor: up,
      downWickColor: down,
      noChangeWickColor: flat,
    },
    area: {
      lineColor: accent,
      lineSize: 2,
      backgroundColor: [
        { offset: 0, color: `${token('accent')}06` },
        { offset: 1, color: `${token('accent')}33` },
      ],
      point: { color: accent, rippleColor: 'transparent', animation: false },
    },
    priceMark: {
      high: { color: token('fg3'), textSize: 11, textFamily: family },
      low: { color: token('fg3'), textSize: 11, textFamily: family },
      last: {
        upColor: token('up-fill'),
        downColor: token('down-fill'),
        noChangeColor: token('control'),
        line: { dashedValue: [2, 3] },
        text: { family, size: 12, borderRadius: 3 },
      },
    },
    tooltip: { showRule: 'none' },
  }
}

/** The library's styles from the page's tokens: themes, and the customer's colours for rising and falling. */
export function chartStyle(): DeepPartial<Styles> {
  const text = token('fg3')
  const line = token('line')
  const up = token('up')
  const down = token('down')
  const axis = {
    axisLine: { color: line },
    tickLine: { show: false },
    tickText: { color: text, size: 11, family },
  }
  const tag = {
    color: token('on-selected'),
    backgroundColor: token('selected'),
    borderColor: token('selected'),
    family,
  }
  const cross = { line: { color: token('control') }, text: tag }
  const lines = ['#b7791f', '#7c5cff', '#0e93a8', '#d6409f', '#5d8a00'].map((color) => ({ color, size: 1 }))
  return {
    grid: { horizontal: { color: line, style: 'dashed' }, vertical: { color: line, style: 'dashed' } },
    candle: candleStyle(up, down) ?? {},
    indicator: {
      ohlc: { upColor: up, downColor: down, noChangeColor: text },
      bars: [{ upColor: `${up}80`, downColor: `${down}80`, noChangeColor: `${text}80` }],
      lines,
      lastValueMark: { show: false },
      tooltip: {
        // On a phone the values would cover the candles; the toolbar already names what is drawn.
        showRule: currentLayout() === 'mobile' ? 'follow_cross' : 'always',
        title: { color: text, size: 11, family, showParams: false },
        legend: { color: text, size: 11, family },
      },
    },
    xAxis: axis,
    yAxis: { ...axis, axisLine: { color: line } },
    separator: { size: 1, color: line, activeBackgroundColor: 'transparent' },
    crosshair: { horizontal: cross, vertical: cross },
  }
}
