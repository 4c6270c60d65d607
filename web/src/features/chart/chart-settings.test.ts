import { describe, expect, it } from 'vitest'
import { readSettings, settingsText } from './chart-settings.ts'

describe('the chart’s settings', () => {
  it('begin with one-minute candles, averages and volume', () => {
    expect(readSettings(null)).toEqual({ interval: '1m', shape: 'candles', indicators: ['MA', 'VOL'] })
  })
  it('survive being kept as text', () => {
    const chosen = { interval: '4h', shape: 'line', indicators: ['EMA', 'RSI'] } as const
    expect(readSettings(settingsText(chosen))).toEqual(chosen)
    expect(readSettings(settingsText({ ...chosen, indicators: [] })).indicators).toEqual([])
    expect(readSettings(settingsText({ ...chosen, indicators: ['BOLL', 'VOL'] })).indicators).toEqual(['BOLL', 'VOL'])
    expect(readSettings('1h|candles|MACD').indicators).toEqual(['MACD', 'VOL'])
  })
  it('ignore what is not known', () => {
    expect(readSettings('2m|pie|MA,ABC')).toEqual({ interval: '1m', shape: 'candles', indicators: ['MA', 'VOL'] })
  })
})
