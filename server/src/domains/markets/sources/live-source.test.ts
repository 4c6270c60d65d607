import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fakePriceProviders } from '../../../../test/fakes/price-providers.ts'
import { manualClock } from '../../../kernel/time/clock.ts'
import { silentLog } from '../../../kernel/log.ts'
import { loadCalendars } from '../calendars/calendar-book.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import { loadCatalogue } from '../catalogue/load-catalogue.ts'
import { providerFaults } from '../feeds/provider/provider.ts'
import { liveSource } from './live-source.ts'
import type { Tick } from '../record/tick.ts'

const start = 1_790_000_000_000
const honest = ['binance', 'coinbase', 'kraken']
const calendars = loadCalendars()
const traded = loadCatalogue().filter(({ code }) => code === 'BTCUSDT' || code === 'CL.F')
type Change = { instruments?: readonly Instrument[]; confirmed?: readonly string[] }

/** The live source over a record in memory, read second by second. */
function aSource(code: string, quoting: readonly string[], change: Change = {}) {
  const clock = manualClock(start)
  const { instruments = traded, confirmed = [] } = change
  const instrument = instruments.find((one) => one.code === code)
  if (instrument === undefined) throw new Error('the catalogue has instruments')
  const providers = fakePriceProviders(clock, Object.fromEntries(quoting.map((name) => [name, [code]])))
  const ticks: Tick[] = []
  const isConfirmed = (provider: string, symbol: string): boolean => confirmed.includes(`${provider} ${symbol}`)
  const newest = () => ticks.at(-1)
  const source = liveSource({ providers, instruments, calendars, clock, log: silentLog, newest, isConfirmed })
  source.live?.start()
  const second = (): Tick | undefined => {
    const ts = clock.now()
    const price = source.priceAt(instrument, ts / 1000)
    if (price === undefined) return undefined
    const tick = { seq: ticks.length + 1, ts, price, late: false, feedKind: source.feedKind(instrument) }
    ticks.push(tick)
    return tick
  }
  return { clock, providers, instrument, source, second, ticks }
}

/** What the one bad source does in a second: reports something, anything, or something goes wrong with it. */
const mischief = fc.oneof(
  { weight: 3, arbitrary: fc.record({ share: fc.constantFrom(90n, 99n, 101n, 110n, 0n, 1n, 10_000n, -100n) }) },
  { weight: 2, arbitrary: fc.record({ share: fc.constant(100n) }) },
  { weight: 1, arbitrary: fc.record({ fails: fc.constantFrom(...providerFaults), whole: fc.boolean() }) },
  { weight: 2, arbitrary: fc.constant({ silent: true }) },
)

test('whatever one of four sources does, every second has a live tick that lies among the honest three', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(mischief, fc.integer({ min: -30, max: 30 })), { minLength: 20, maxLength: 200 }),
      (seconds) => {
        const { clock, providers, second } = aSource('BTCUSDT', [...honest, 'okx'])
        let level = 9_000_000n
        for (const [act, drift] of seconds) {
          clock.advance(1000)
          level += (level * BigInt(drift)) / 10_000n
          const mids = honest.map((_, index) => level + (level * BigInt(index)) / 5_000n)
          honest.forEach((name, index) => providers.state(name, 'BTCUSDT', mids[index] ?? 0n))
          if ('share' in act) providers.state('okx', 'BTCUSDT', (level * act.share) / 100n)
          if ('fails' in act) providers.fail('okx', act.fails, act.whole ? undefined : 'BTCUSDT')
          const tick = second()
          expect(tick?.feedKind).toBe('live')
          expect(tick !== undefined && tick.price >= (mids[0] ?? 0n) && tick.price <= (mids[2] ?? 0n)).toBe(true)
        }
      },
    ),
    { numRuns: 150 },
  )
})

test('requested again within a second it returns the same, and what is quoted meanwhile waits for the next', () => {
  const { clock, providers, instrument, source, second } = aSource('BTCUSDT', honest)
  const percent = instrument.refUnits / 100n
  providers.state('binance', 'BTCUSDT', 100n * percent)
  expect(source.priceAt(instrument, start / 1000)).toBe(100n * percent)
  providers.state('binance', 'BTCUSDT', 105n * percent)
  expect(source.priceAt(instrument, start / 1000)).toBe(100n * percent)
  clock.advance(1000)
  expect(second()?.price).toBe(105n * percent)
})

test('a rate of a bulletin steps in only where no provider quotes an instrument as it trades, and never over a newer price', () => {
  const { clock, providers, second, source, instrument } = aSource('BTCUSDT', ['binance', 'bulletin'])
  const percent = instrument.refUnits / 100n
  const rate = (mid: bigint, at: number) => providers.state('bulletin', 'BTCUSDT', mid, { at, delayed: true })
  const seconds = (count: number) => {
    let tick: Tick | undefined
    for (let passed = 0; passed < count; passed += 1) {
      clock.advance(1000)
      tick = second()
    }
    return [source.feedKind(instrument), tick]
  }
  const stateOf = () => source.live?.statusOf(instrument).sources.find(({ name }) => name === 'bulletin')?.state
  rate(100n * percent, start - 3_600_000)
  expect(seconds(50)).toEqual(['single', undefined])
  clock.advance(10_000)
  expect(second()).toMatchObject({ price: 100n * percent, feedKind: 'delayed' })
  expect(stateOf()).toBe('used')
  expect(seconds(5)).toEqual(['delayed', undefined])
  providers.state('binance', 'BTCUSDT', 150n * percent)
  clock.advance(1000)
  expect(second()).toMatchObject({ price: 150n * percent, feedKind: 'single' })
  expect(stateOf()).toBe('stale')
  // Published before the price that the record has.
  rate(101n * percent, clock.now() - 1000)
  expect(seconds(700)).toEqual(['single', undefined])
  rate(102n * percent, clock.now())
  clock.advance(1000)
  expect(second()).toMatchObject({ price: 102n * percent, feedKind: 'delayed' })
})

test('a lone source that is far from every price known of a coin is never its price, until an operator vouches for it or another reports the same', () => {
  const neiro = loadCatalogue().filter(({ code }) => code === 'NEIROUSDT')
  const refUnits = neiro[0]?.refUnits ?? 0n
  const minutes = (confirmed: readonly string[], quoting: readonly string[], mid: bigint): (bigint | undefined)[] => {
    const { clock, providers, second } = aSource('NEIROUSDT', quoting, { instruments: neiro, confirmed })
    return Array.from({ length: 300 }, () => {
      clock.advance(1000)
      for (const name of quoting) providers.state(name, 'NEIROUSDT', mid)
      return second()?.price
    })
  }
  // Another coin of the same code on Bybit.
  const other = refUnits * 111n
  expect(new Set(minutes([], ['bybit'], other))).toEqual(new Set([undefined]))
  expect(new Set(minutes(['bybit NEIROUSDT'], ['bybit'], other))).toEqual(new Set([other]))
  expect(new Set(minutes([], ['bybit', 'okx'], other))).toEqual(new Set([other]))
  expect(new Set(minutes([], ['bybit'], refUnits * 3n))).toEqual(new Set([refUnits * 3n]))
})

test('when the others fall silent, the one that speaks of another coin does not become the price after a minute', () => {
  const { clock, providers, second, ticks, instrument } = aSource('BTCUSDT', [...honest, 'bybit'])
  const { refUnits } = instrument
  for (let passed = 0; passed < 400; passed += 1) {
    clock.advance(1000)
    if (passed < 20) for (const name of honest) providers.state(name, 'BTCUSDT', refUnits)
    providers.state('bybit', 'BTCUSDT', refUnits * 111n)
    second()
  }
  expect(new Set(ticks.map(({ price }) => price))).toEqual(new Set([refUnits]))
})

test('the one that is left when the others fall silent is followed to three times their last price, and then named', () => {
  const { clock, providers, second, ticks, source, instrument } = aSource('BTCUSDT', [...honest, 'bybit'])
  let level = instrument.refUnits * 4n
  for (let passed = 0; passed < 200; passed += 1) {
    clock.advance(1000)
    if (passed < 20) for (const name of honest) providers.state(name, 'BTCUSDT', level)
    if (passed >= 30) level += (level * 9n) / 100n
    providers.state('bybit', 'BTCUSDT', level)
    second()
  }
  const last = ticks.at(-1)?.price ?? 0n
  expect([last > instrument.refUnits * 11n, last <= instrument.refUnits * 12n]).toEqual([true, true])
  expect(source.live?.apart().map(({ source: name, others }) => [name, others === last])).toEqual([['bybit', true]])
})

test('oil can cost less than nothing', () => {
  // A Monday on which oil trades.
  const { clock, providers, second, ticks } = aSource('CL.F', ['dxfeed', 'other'])
  clock.set(Date.UTC(2026, 2, 9, 15, 0, 0))
  for (let price = 50n; price >= -3_698n; price -= 2n) {
    clock.advance(1000)
    for (const name of ['dxfeed', 'other']) providers.state(name, 'CL.F', price)
    expect(second()?.price).toBe(price)
  }
  expect(ticks.at(-1)?.price).toBe(-3_698n)
})

test('what was not requested, and faults of strangers, change nothing and take no memory', () => {
  const { clock, providers, second, source, instrument } = aSource('BTCUSDT', honest)
  for (let count = 0; count < 50; count += 1) {
    providers.state('binance', `NOPE${count}`, 1n)
    providers.fail('stranger', 'flood', `NOPE${count}`)
  }
  clock.advance(1000)
  expect(second()).toBeUndefined()
  for (const name of honest) providers.state(name, 'BTCUSDT', 100n)
  clock.advance(1000)
  expect(second()).toMatchObject({ price: 100n, feedKind: 'live' })
  expect(source.live?.statusOf(instrument).sources.map(({ name, state }) => [name, state])).toEqual(
    honest.map((name) => [name, 'used']),
  )
  clock.advance(7000)
  expect(source.live?.statusOf(instrument).sources.map(({ used, state }) => [used, state])).toEqual(
    honest.map(() => [false, 'stale']),
  )
})
