import { expect, test } from 'vitest'
import { fakePriceProviders } from '../../../../test/fakes/price-providers.ts'
import { manualClock } from '../../../kernel/time/clock.ts'
import { silentLog } from '../../../kernel/log.ts'
import { loadCalendars } from '../calendars/calendar-book.ts'
import { loadCatalogue } from '../catalogue/load-catalogue.ts'
import { createApartReport } from './apart-report.ts'
import { liveSource } from './live-source.ts'
import { createLiveInstrument } from './live-instrument.ts'
import { apartAsText, sourcesApart } from './sources-apart.ts'

const start = 1_790_000_000_000
const instruments = loadCatalogue().filter(({ code }) => ['BTCUSDT', 'NEIROUSDT'].includes(code))

function aSource() {
  const clock = manualClock(start)
  const names = ['binance', 'okx', 'bybit', 'ecb']
  const providers = fakePriceProviders(clock, Object.fromEntries(names.map((name) => [name, ['NEIROUSDT']])))
  const warned: unknown[] = []
  const log = { ...silentLog, warn: (about: object) => void warned.push(about) }
  const calendars = loadCalendars()
  const source = liveSource({ providers, instruments, calendars, clock, log, newest: () => undefined })
  source.live?.start()
  const state = (mids: Readonly<Record<string, bigint>>, code = 'NEIROUSDT') =>
    Object.entries(mids).forEach(([name, mid]) => providers.state(name, code, mid))
  return { clock, providers, warned, source, log, state, apart: () => (source.live?.apart() ?? []).map(apartAsText) }
}

test('a source that quotes another coin under the same code is named with what the others state', () => {
  const { state, apart } = aSource()
  state({ binance: 3_214_000_000n, okx: 3_215_000_000n, bybit: 356_000_000_000n })
  state({ binance: 52_000_000_000_000n, okx: 54_000_000_000_000n }, 'BTCUSDT')
  expect(apart()).toEqual([{ code: 'NEIROUSDT', source: 'bybit', price: '0.0356000000000', others: '0.0003215000000' }])
})

test('of two that are apart both are named; 5 % is not apart, and a source silent for a minute does not count', () => {
  const { clock, state, apart, providers } = aSource()
  state({ binance: 1_000_000_000n, bybit: 1_050_000_000n })
  providers.state('ecb', 'NEIROUSDT', 9_000_000n, { at: start, delayed: true })
  expect(apart()).toEqual([])
  state({ bybit: 1_060_000_000n })
  expect(apart().map(({ source }) => source)).toEqual(['binance', 'bybit'])
  clock.advance(60_001)
  expect(apart()).toEqual([])
})

test('a lone source that is held is named with the price that it is far from', () => {
  const { clock, state, apart, source } = aSource()
  const neiro = instruments.find(({ code }) => code === 'NEIROUSDT')
  if (neiro === undefined) throw new Error('the catalogue has it')
  const decided = (mid: bigint) => {
    clock.advance(1000)
    state({ bybit: mid })
    source.priceAt(neiro, clock.now() / 1000)
    return apart()
  }
  expect(decided(neiro.refUnits)).toEqual([])
  expect(decided(356_000_000_000n)).toEqual([
    { code: 'NEIROUSDT', source: 'bybit', price: '0.0356000000000', others: '0.0003214000000' },
  ])
})

test('one that is held beyond three times its anchor is named, also where it came there step by step', () => {
  const neiro = instruments.find(({ code }) => code === 'NEIROUSDT')
  if (neiro === undefined) throw new Error('the catalogue has it')
  const stated = { provider: 'bybit', code: neiro.code, mid: neiro.refUnits * 3n + 10n, at: start }
  const live = createLiveInstrument(neiro)
  live.stated.set('bybit', stated)
  const hold = { from: neiro.refUnits * 3n, level: stated.mid, since: start, seen: start }
  Object.assign(live, { hold, anchor: { price: neiro.refUnits, since: start } })
  const apart = sourcesApart([neiro], { liveOf: () => live, now: start })
  expect(apart).toMatchObject([{ source: 'bybit', others: neiro.refUnits }])
})

test('it is logged once, a minute after the start, with every source that is apart', () => {
  const { clock, state, warned, source, log } = aSource()
  const report = createApartReport({ source, log })
  const second = (bybit: bigint): void => {
    clock.advance(1000)
    state({ binance: 3_214_000_000n, okx: 3_215_000_000n, bybit })
    report(clock.now())
  }
  for (let passed = 0; passed < 60; passed += 1) second(356_000_000_000n)
  expect(warned).toEqual([])
  for (let passed = 0; passed < 120; passed += 1) second(356_000_000_000n)
  expect(warned).toEqual([{ count: 1, sources: ['NEIROUSDT: bybit 0.0356000000000, others 0.0003215000000'] }])
})
