import { useState } from 'react'
import { readStored, writeStored } from '../../lib/storage.ts'
import type { ChartShape } from './chart-drawing.ts'
import { indicatorNames, type IndicatorName } from './chart-indicators.ts'
import { spans, type ChartInterval } from './chart-intervals.ts'

export type ChartSettings = {
  readonly interval: ChartInterval
  readonly shape: ChartShape
  readonly indicators: readonly IndicatorName[]
}

const key = 'chart'
const known = new Set<string>(indicatorNames)

/**
 * What the customer chose last, from the text it is kept in; anything unknown falls back to one-minute candles with MA.
 * Volume stands apart, because it is shown to everyone who has not put it away.
 */
export function readSettings(text: string | null): ChartSettings {
  const [interval = '', shape, names, volume] = (text ?? '').split('|')
  const chosen = names === undefined ? ['MA'] : names.split(',').filter((name) => name !== 'VOL' && known.has(name))
  return {
    interval: interval in spans ? (interval as ChartInterval) : '1m',
    shape: shape === 'line' ? 'line' : 'candles',
    indicators: (volume === 'hidden' ? chosen : [...chosen, 'VOL']) as readonly IndicatorName[],
  }
}

export const settingsText = ({ interval, shape, indicators }: ChartSettings): string =>
  [
    interval,
    shape,
    indicators.filter((name) => name !== 'VOL').join(','),
    ...(indicators.includes('VOL') ? [] : ['hidden']),
  ].join('|')

/** How seconds are drawn, whatever else was chosen: one line, without what is reckoned from candles. */
export const inSeconds: ChartSettings = { interval: '1s', shape: 'line', indicators: [] }

/** The chart's settings, kept in this browser. */
export function useChartSettings(): [ChartSettings, (part: Partial<ChartSettings>) => void] {
  const [settings, set] = useState(() => readSettings(readStored(key)))
  const change = (part: Partial<ChartSettings>) => {
    const next = { ...settings, ...part }
    set(next)
    writeStored(key, settingsText(next))
  }
  return [settings, change]
}
