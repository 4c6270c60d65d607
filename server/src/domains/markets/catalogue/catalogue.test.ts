import { langValues } from '@evenhand/protocol/languages.ts'
import { marketTypes } from '@evenhand/protocol/markets.ts'
import { describe, expect, test } from 'vitest'
import { loadCalendars } from '../calendars/calendar-book.ts'
import { nameOf, type Instrument } from './instrument.ts'
import { loadCatalogue } from './load-catalogue.ts'

const catalogue = loadCatalogue()
const params = (type: number): Instrument[] => catalogue.filter((instrument) => instrument.type === type)
const one = (code: string): Instrument => catalogue.find((instrument) => instrument.code === code) as Instrument
const ranked = (type: number, count: number): Instrument[] =>
  params(type)
    .toSorted((a, b) => a.rank - b.rank || a.id - b.id)
    .slice(0, count)

describe('the catalogue', () => {
  test('holds all five markets, with 435 coins', () => {
    expect(catalogue).toHaveLength(1061)
    expect(Object.values(marketTypes).map((type) => params(type).length)).toEqual([71, 435, 463, 37, 55])
    expect(catalogue.filter(({ subType }) => subType === 'metal')).toHaveLength(12)
    expect(catalogue.filter(({ subType }) => subType === 'etf')).toHaveLength(43)
  })

  test('ids are indexes in the file and never move', () => {
    expect(catalogue.map(({ id }) => id)).toEqual(catalogue.map((_, index) => index + 1))
    expect(
      ['BTCUSDT', 'ETHUSDT', 'EURUSD', 'AAPL', 'ES.F', 'XAUUSD', 'GLD', 'ARKK'].map((code) => one(code).id),
    ).toEqual([1, 2, 436, 508, 970, 1007, 1019, 1061])
  })

  test('Bitcoin is worth exactly 52 100 at its reference', () => {
    expect(one('BTCUSDT')).toMatchObject({
      refUnits: 5_210_000_000n,
      precision: 5,
      displayPrecision: 2,
      tickUnits: 1000n,
      refTier: 'P',
    })
  })

  test('a price that falls to a thousandth of its reference still has seven significant digits', () => {
    for (const { code, refUnits, precision, displayPrecision } of catalogue) {
      expect(refUnits / 1000n, code).toBeGreaterThanOrEqual(1_000_000n)
      expect(precision, code).toBeGreaterThanOrEqual(displayPrecision)
    }
  })

  test('futures and their namesakes are apart', () => {
    expect(one('ES.F').type).toBe(marketTypes.futures)
    expect(one('ES').type).toBe(marketTypes.stocks)
    expect(one('ES.F')).toMatchObject({ precision: 6, displayPrecision: 2, tickUnits: 250_000n })
  })

  test('every reference price is dated, sourced and on its tick; every calendar exists', () => {
    const calendars = loadCalendars().names()
    for (const instrument of catalogue) {
      expect(instrument.refDate).toMatch(/^20[12]\d-\d\d-\d\d$/)
      expect(instrument.refSource).not.toBe('')
      expect(instrument.refUnits % instrument.tickUnits).toBe(0n)
      expect(calendars).toContain(instrument.calendar)
    }
  })
})

describe('names', () => {
  const own = (instruments: readonly Instrument[], langs: readonly (typeof langValues)[number][]): string[] =>
    instruments.flatMap(({ code, names }) =>
      langs.filter((lang) => names[lang] === undefined).map((lang) => `${code} ${lang}`),
    )
  const ownScript = ['zh', 'hk', 'ja', 'ko', 'ar'] as const
  const asian = ['zh', 'hk', 'ja', 'ko'] as const

  test('currencies, metals, energies, grains and indices have one in all eleven languages', () => {
    expect(own(params(marketTypes.forex), langValues)).toEqual([])
    expect(own(params(marketTypes.futures), langValues)).toEqual([])
    expect(
      own(
        catalogue.filter(({ subType }) => subType === 'metal'),
        langValues,
      ),
    ).toEqual([])
  })

  test('the fifty largest coins have one in every language that writes another script', () => {
    expect(own(ranked(marketTypes.crypto, 50), ownScript)).toEqual([])
    expect(nameOf(one('BTCUSDT'), 'de')).toBe('Bitcoin')
  })

  test('the hundred largest shares and the funds have one in Chinese, Japanese and Korean', () => {
    expect(own(ranked(marketTypes.stocks, 100), asian)).toEqual([])
    expect(
      own(
        catalogue.filter(({ subType }) => subType === 'etf'),
        asian,
      ),
    ).toEqual([])
  })

  test('a coin has the name of the one its price is of, where others had its code before', () => {
    const names = { ACT: 'Act I: The AI Prophecy', AGI: 'Delysium', OMNI: 'Omni Network', VELO: 'Velo', JUP: 'Jupiter' }
    for (const [base, name] of Object.entries(names)) expect(one(`${base}USDT`).name).toBe(name)
    const coins = params(marketTypes.crypto).map(({ name }) => name)
    expect(coins.filter((name, index) => coins.indexOf(name) !== index)).toEqual([])
  })

  test('the rest keep their Latin name', () => {
    for (const lang of langValues) expect(nameOf(one('NEOUSDT'), lang)).toBe(one('NEOUSDT').name)
    expect(nameOf(one('AAPL'), 'fr')).toBe('Apple Inc.')
  })

  test.each([
    ['EURUSD', 'zh', '欧元/美元'],
    ['EURUSD', 'ar', 'اليورو / الدولار الأمريكي'],
    ['USDJPY', 'ja', '米ドル/円'],
    ['XAUUSD', 'zh', '现货黄金'],
    ['XAUEUR', 'de', 'Gold / Euro'],
    ['ES.F', 'zh', '标普500指数期货'],
    ['NVDA', 'hk', '英偉達'],
    ['AAPL', 'ja', 'アップル'],
    ['AAPL', 'ko', '애플'],
    ['ZW.F', 'pt', 'Trigo Futuros'],
    ['USDTRY', 'en', 'US Dollar / Turkish Lira'],
  ] as const)('%s in %s is %s', (code, lang, name) => {
    expect(nameOf(one(code), lang)).toBe(name)
  })
})
