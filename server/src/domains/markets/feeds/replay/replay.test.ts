import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { loadCatalogue } from '../../catalogue/load-catalogue.ts'
import { openReplay, ReplayFault } from './replay.ts'

const catalogue = loadCatalogue()
const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/** A folder of recordings: path → lines of the file; combined ones give how many symbols they hold. */
function folderOf(files: Record<string, { lines: string[]; symbols?: number; to?: string }>): string {
  const folder = mkdtempSync(join(tmpdir(), 'recordings-'))
  folders.push(folder)
  const manifest = ['file,rows,symbols,from,to,tz']
  for (const [file, { lines, symbols = 1, to = '2014-05-07T23:59Z' }] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), gzipSync(`${lines.join('\n')}\n`))
    manifest.push(`${file},${lines.length - 1},${symbols},2014-05-05T00:00Z,${to},UTC`)
  }
  writeFileSync(join(folder, 'MANIFEST.csv'), manifest.join('\n'))
  return folder
}

const start = Date.parse('2026-11-20T15:00:00Z')
const second = start / 1000
const recorded = 1_399_248_000
const at = (offset: number): number => (recorded + offset) * 1000
const bars = 'time,open,high,low,close,volume'
/** One-minute bars at these minutes, all alike. */
const minutes = (list: number[], bar = '10.0,10.4,9.9,10.2') => [
  bars,
  ...list.map((minute) => `${at(minute * 60)},${bar},7`),
]
const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index)

test('quotes of a whole day begin at their liveliest three hours, with what came before as history', () => {
  const hour = 3600
  const lines = ['time,bid,ask']
  // A quote a minute, and from the fifth to the eighth hour one every four seconds.
  for (let offset = 0; offset < 10 * hour; offset += offset >= 5 * hour && offset < 8 * hour ? 4 : 60)
    lines.push(`${at(offset)},1.4,1.4`)
  const replay = openReplay(folderOf({ 'ticks/EURUSD-oanda-quotes-2014.csv.gz': { lines } }), catalogue, start)
  const prices = (from: number) => range(from, from + 60).filter((each) => replay.priceAt('EURUSD', second + each))
  expect(prices(0)).toHaveLength(15)
  expect(prices(3 * hour)).toHaveLength(1)
  expect(replay.state('EURUSD', second)).toEqual({ open: true, until: start + (5 * hour - 60 + 1 - 300) * 1000 })
  expect(replay.priceAtOrBefore('EURUSD', start - 1)).toEqual({ ts: start - 60_000, price: 1_400_000_000n })
  expect(replay.lastHundredCloses('EURUSD', start)).toHaveLength(100)
})

describe('ticks', () => {
  const quotes = [
    'time,bid,ask',
    `${at(0) + 100},1.38710,1.38721`,
    `${at(0) + 900},1.38710,1.38726`,
    `${at(3)},1.38711,1.38720`,
    `${at(1000)},1.4,1.4`,
  ]
  const replay = openReplay(folderOf({ 'ticks/EURUSD-oanda-quotes-2014.csv.gz': { lines: quotes } }), catalogue, start)

  test('the last mid of a second is its price, rounded half-even to the precision; a silent second has none', () => {
    expect(replay.priceAt('EURUSD', second)).toBe(1_387_180_000n)
    expect(replay.priceAt('EURUSD', second + 1)).toBeUndefined()
    expect(replay.priceAt('EURUSD', second + 3)).toBe(1_387_155_000n)
    expect(replay.priceAt('EURUSD', second + 1000)).toBe(1_400_000_000n)
  })

  test('the row reports recording, day and grain', () => {
    expect(replay.recording('EURUSD')).toEqual({ name: 'EURUSD-oanda-quotes-2014', date: '2014-05-05', grain: 'tick' })
    expect(replay.has('EURUSD')).toBe(true)
    expect(replay.has('BTCUSDT')).toBe(false)
    expect(replay.codes()).toEqual(['EURUSD'])
  })
})

describe('one-minute bars', () => {
  const files = {
    'candles/stocks/AAPL-1m-2019.csv.gz': { lines: minutes(range(0, 30)) },
    'candles/stocks/MSFT-1m-2019.csv.gz': { lines: minutes(range(0, 30), '10,10.1,9.8,9.8') },
  }
  const replay = openReplay(folderOf(files), catalogue, start)

  test('give open, the nearer extreme, the other and the close at :00, :20, :40 and :59', () => {
    const prices = (code: string) =>
      range(0, 60).flatMap((offset) => replay.priceAt(code, second + 60 + offset)?.toString() ?? [])
    expect(prices('AAPL')).toEqual(['1000', '990', '1040', '1020'].map((cents) => `${cents}00000`))
    expect(prices('MSFT')).toEqual(['1000', '1010', '980', '980'].map((cents) => `${cents}00000`))
    expect(range(0, 60).filter((offset) => replay.priceAt('AAPL', second + offset) !== undefined)).toEqual([
      0, 20, 40, 59,
    ])
  })

  test('five minutes before the end no new orders are taken, prices run on, and the start follows', () => {
    const end = second + 1800
    expect(replay.state('AAPL', second)).toEqual({ open: true, until: (end - 300) * 1000 })
    expect(replay.state('AAPL', end - 301)).toEqual({ open: true, until: (end - 300) * 1000 })
    expect(replay.state('AAPL', end - 300)).toEqual({ open: false, until: end * 1000, reason: 'halted' })
    expect(replay.priceAt('AAPL', end - 1)).toBe(102_000_000n)
    expect(replay.state('AAPL', end)).toEqual({ open: true, until: (end + 1500) * 1000 })
    expect(replay.priceAt('AAPL', end)).toBe(100_000_000n)
  })

  test('candles of the replay are the recorded bars', () => {
    const candles = replay.candlesOf('AAPL', { interval: '1m', from: start, to: start + 120_000, limit: 10 })
    expect(candles).toEqual(
      [0, 60_000].map((after) => ({
        ts: start + after,
        open: 100_000_000n,
        high: 104_000_000n,
        low: 99_000_000n,
        close: 102_000_000n,
        volume: 0n,
      })),
    )
    expect(replay.candlesOf('AAPL', { interval: '5m', from: start, to: start + 600_000, limit: 1 })[0]?.ts).toBe(
      start + 300_000,
    )
  })

  test('one earlier round stands before the start, and nothing before it', () => {
    expect(replay.lastHundredCloses('AAPL', start)).toHaveLength(30)
    expect(replay.priceAtOrBefore('AAPL', start - 1)).toEqual({ ts: start - 1000, price: 102_000_000n })
    expect(replay.priceAtOrBefore('AAPL', start - 1_800_001)).toBeUndefined()
    expect(replay.priceAtOrBefore('AAPL', start + 19_999)).toEqual({ ts: start, price: 100_000_000n })
  })
})

test('a night inside a recording is closed, from the second after its last price', () => {
  const lines = minutes([...range(0, 30), ...range(600, 630)])
  const replay = openReplay(folderOf({ 'candles/stocks/AAPL-1m-2019.csv.gz': { lines } }), catalogue, start)
  const night = second + 1800
  expect(replay.state('AAPL', second)).toEqual({ open: true, until: night * 1000 })
  expect(replay.state('AAPL', night)).toEqual({ open: false, until: (second + 36_000) * 1000, reason: 'closed' })
  expect(replay.state('AAPL', second + 36_000).open).toBe(true)
  expect(replay.priceAtOrBefore('AAPL', (night + 999) * 1000)?.ts).toBe((night - 1) * 1000)
})

describe('of several recordings', () => {
  const long = minutes(range(0, 30))
  test('ticks go before bars, the own symbol before a neighbour, the newer before the older; swaps are left out', () => {
    const replay = openReplay(
      folderOf({
        'candles/crypto/BTCUSD-coinbase-1s.csv.gz': { lines: [bars, `${at(0)},1,1,1,1,1`, `${at(900)},1,1,1,1,1`] },
        'candles/crypto/BTCUSDT-bybit-1m.csv.gz': { lines: long },
        'candles/crypto/ETHUSD-coinbase-1m.csv.gz': { lines: long },
        'candles/forex/EURUSD-oanda-1m.csv.gz': { lines: long },
        'ticks/EURUSD-oanda-quotes.csv.gz': {
          lines: ['time,bid,ask', `${at(0)},1,1`, `${at(900)},1,1`],
          to: '2013-01-01',
        },
        'candles/stocks/AAPL-1m-2016.csv.gz': { lines: long, to: '2016-05-13' },
        'candles/stocks/AAPL-1m-2019.csv.gz': { lines: long, to: '2019-02-15' },
        'candles/futures/ADAUSDT-PERP-binance-1m.csv.gz': { lines: long },
        'candles/metals/GLD-15m-2019.csv.gz': { lines: long },
      }),
      catalogue,
      start,
    )
    expect(new Set(replay.codes().map((code) => replay.recording(code)?.name))).toEqual(
      new Set(['AAPL-1m-2019', 'BTCUSDT-bybit-1m', 'ETHUSD-coinbase-1m', 'EURUSD-oanda-quotes']),
    )
  })

  test('a combined file serves each of its symbols', () => {
    const lines = [
      `symbol,${bars}`,
      ...range(0, 30).flatMap((minute) =>
        ['GLD', 'SLV', 'UNKNOWN'].map((name) => `${name},${at(minute * 60)},1.5,1.5,1.5,1.5,0`),
      ),
    ]
    const replay = openReplay(
      folderOf({ 'candles/metals/etf-1m-2019.csv.gz': { lines, symbols: 3 } }),
      catalogue,
      start,
    )
    expect(new Set(replay.codes())).toEqual(new Set(['GLD', 'SLV']))
    expect(replay.priceAt('SLV', second + 60)).toBe(150_000_000n)
  })

  test('a recording with a hole of weeks is played in its longest part', () => {
    const lines = minutes([...range(0, 15), ...range(20_000, 20_030)])
    const replay = openReplay(folderOf({ 'candles/crypto/ETHUSD-coinbase-1m.csv.gz': { lines } }), catalogue, start)
    expect(replay.recording('ETHUSDT')?.date).toBe('2014-05-18')
    expect(replay.state('ETHUSDT', second).until).toBe(start + 1_500_000)
  })
})

describe('what cannot be played reports it in a sentence', () => {
  const fault = (folder: string): string => {
    try {
      openReplay(folder, catalogue, start)
    } catch (error) {
      expect(error).toBeInstanceOf(ReplayFault)
      return (error as Error).message
    }
    return ''
  }
  test('a missing folder', () =>
    expect(fault('/nowhere/at-all')).toMatch(/MANIFEST.csv cannot be played \(it is not there\): point REPLAY_DIR/))
  test('a missing file', () => {
    const folder = folderOf({ 'candles/stocks/AAPL-1m-2019.csv.gz': { lines: minutes([0]) } })
    rmSync(join(folder, 'candles'), { recursive: true })
    expect(fault(folder)).toMatch(/AAPL-1m-2019.csv.gz cannot be played \(it is not there\)/)
  })
  test('a damaged file', () => {
    const folder = folderOf({ 'candles/stocks/AAPL-1m-2019.csv.gz': { lines: minutes([0]) } })
    writeFileSync(join(folder, 'candles/stocks/AAPL-1m-2019.csv.gz'), 'not gzip')
    expect(fault(folder)).toMatch(/cannot be played/)
    const words = folderOf({ 'candles/stocks/AAPL-1m-2019.csv.gz': { lines: [bars, 'soon,1,1,1,1,1'] } })
    expect(fault(words)).toMatch(/a number is expected/)
  })
})

const shared = join(import.meta.dirname, '../../../../../../../shared/data')
const folder = process.env['REPLAY_DIR'] ?? shared
describe.skipIf(!existsSync(join(folder, 'MANIFEST.csv')))(
  `the recordings in ${folder} (skipped where they are not)`,
  () => {
    test('play for some sixty instruments, each open at the start', () => {
      const replay = openReplay(folder, catalogue, start)
      expect(replay.codes().length).toBeGreaterThanOrEqual(60)
      for (const code of replay.codes()) {
        expect(replay.state(code, second).open, code).toBe(true)
        expect(replay.priceAt(code, second), code).toBeGreaterThan(0n)
        expect(replay.lastHundredCloses(code, start), code).toHaveLength(100)
      }
      expect(replay.recording('EURUSD')).toEqual({
        name: 'EURUSD-oanda-quotes-2014-05-05_07',
        date: '2014-05-05',
        grain: 'tick',
      })
      expect(replay.recording('BTCUSDT')?.grain).toBe('1m')
    })
  },
)
