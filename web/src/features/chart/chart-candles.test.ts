import { describe, expect, it } from 'vitest'
import { barOf, openTimeOf, withNewest, withRecorded, withTick } from './chart-candles.ts'

const noon = 1_795_262_400_000 // Saturday 2026-11-21 12:00 UTC

describe('openTimeOf', () => {
  it.each([
    ['1m', noon + 61_500, noon + 60_000],
    ['15m', noon + 29 * 60_000, noon + 15 * 60_000],
    ['4h', noon + 1, noon],
    ['1d', noon, noon - 12 * 3_600_000],
    ['1w', noon, noon - 12 * 3_600_000 - 5 * 86_400_000],
  ] as const)('of %s', (interval, ts, open) => {
    expect(openTimeOf(ts, interval)).toBe(open)
  })
})

describe('withTick', () => {
  const bar = barOf([noon, '10.0', '12.0', '9.0', '11.0', '40'])
  it('moves the close and keeps the record’s own words for the rest', () => {
    expect(withTick(bar, { price: '11.50', ts: noon + 5000 }, '1m')).toMatchObject({
      close: 11.5,
      high: 12,
      volume: 40,
      texts: ['10.0', '12.0', '9.0', '11.50'],
    })
  })
  it('stretches to a new high and a new low', () => {
    expect(withTick(bar, { price: '12.1', ts: noon + 5000 }, '1m')?.texts).toEqual(['10.0', '12.1', '9.0', '12.1'])
    expect(withTick(bar, { price: '8.9', ts: noon + 5000 }, '1m')?.texts).toEqual(['10.0', '12.0', '8.9', '8.9'])
  })
  it('begins the next candle, and leaves an older tick out', () => {
    expect(withTick(bar, { price: '11.5', ts: noon + 60_000 }, '1m')).toMatchObject({
      timestamp: noon + 60_000,
      open: 11.5,
    })
    expect(withTick(bar, { price: '11.5', ts: noon - 1 }, '1m')).toBeUndefined()
  })
  it('changes nothing where the price stands, and begins the next candle with it', () => {
    expect(withTick(bar, { price: '11.0', ts: noon + 5000 }, '1m')).toBeUndefined()
    expect(withTick(bar, { price: '11.0', ts: noon + 60_000 }, '1m')).toMatchObject({ timestamp: noon + 60_000 })
  })
})

describe('withNewest', () => {
  const bars = [barOf([noon - 60_000, '9', '9', '9', '9', '1']), barOf([noon, '10.0', '12.0', '9.0', '11.0', '40'])]
  it('moves the newest candle to the price that came since', () => {
    expect(withNewest(bars, { price: '8.5', ts: noon + 5000 }, '1m').map(({ texts }) => texts)).toEqual([
      ['9', '9', '9', '9'],
      ['10.0', '12.0', '8.5', '8.5'],
    ])
  })
  it('leaves them as they are without a price, and with one of another candle', () => {
    for (const tick of [undefined, { price: '8.5', ts: noon + 60_000 }, { price: '8.5', ts: noon - 1 }])
      expect(withNewest(bars, tick, '1m')).toEqual(bars)
    expect(withNewest([], { price: '8.5', ts: noon }, '1m')).toEqual([])
  })
})

describe('withRecorded', () => {
  const at = (minute: number, close: string, volume = '60') =>
    barOf([noon + minute * 60_000, '10.0', '12.0', '9.0', close, volume])
  const minutes = (bars: readonly { timestamp: number }[]) => bars.map(({ timestamp }) => (timestamp - noon) / 60_000)

  it('fills what was missed while the lid was closed, and keeps the newest price', () => {
    const before = [at(0, '10.0'), at(1, '10.1'), at(12, '11.9', '0')]
    const recorded = Array.from({ length: 12 }, (_, no) => at(no + 1, '10.5'))
    const after = withRecorded(before, recorded, '1m')
    expect(minutes(after)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    expect(after.at(1)?.texts[3]).toBe('10.5')
    expect(after.at(-1)).toMatchObject({ texts: ['10.0', '12.0', '9.0', '11.9'], volume: 60 })
  })
  it('drops a candle that the record does not have, and keeps one that it does not have yet', () => {
    expect(minutes(withRecorded([at(0, '10'), at(1, '10'), at(3, '10')], [at(0, '10'), at(2, '10')], '1m'))).toEqual([
      0, 2, 3,
    ])
    expect(minutes(withRecorded([at(0, '10')], [], '1m'))).toEqual([0])
  })
})
