import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadCatalogue } from '../../catalogue/load-catalogue.ts'
import { instrumentOf } from '../../../../../test/fakes/provider.ts'
import { processWorkMs } from '../../../../../test/process-time.ts'
import { ecb } from './ecb.ts'

const file = new URL('../../../../../../../shared/data/wire/ecb/eurofxref-daily-2019-02-11.xml', import.meta.url)
const recorded = existsSync(file) ? readFileSync(file, 'utf8') : undefined
const table = new URL('eurofxref-2026-04-13.csv', file)
const recordedTable = existsSync(table) ? readFileSync(table, 'utf8') : undefined

const bulletin = (rates: Record<string, string>, day = '2026-04-13'): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" ` +
  `xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">\n\t<gesmes:subject>Reference rates</gesmes:subject>\n` +
  `\t<Cube>\n\t\t<Cube time='${day}'>\n` +
  Object.entries(rates)
    .map(([currency, rate]) => `\t\t\t<Cube currency='${currency}' rate='${rate}'/>\n`)
    .join('') +
  `\t\t</Cube>\n\t</Cube>\n</gesmes:Envelope>`
const whole = bulletin({ USD: '1.1684', JPY: '186.75', GBP: '0.87058', HUF: '366.90', TRY: '52.2478' })
const read = (body: string): Map<string, string | undefined> =>
  new Map(ecb.read(body).map(({ symbol, last }) => [symbol, last]))

describe('the bulletin of the European Central Bank', () => {
  test.skipIf(recorded === undefined)('a recorded one gives the published rates as they were printed', () => {
    const rates = read(recorded ?? '')
    expect(rates.get('EURUSD')).toBe('1.1309')
    expect(rates.get('EURISK')).toBe('136.60')
    expect(rates.get('USDJPY')).toBe('110.204262092139')
    expect(new Set(ecb.read(recorded ?? '').map(({ at }) => at))).toEqual(new Set([1_549_843_200_000]))
  })

  test.skipIf(recordedTable === undefined)('a recorded table of 2026 names the currencies that are requested', () => {
    const [head = '', row = ''] = (recordedTable ?? '').split('\n')
    const cells = (line: string): string[] =>
      line
        .split(',')
        .map((cell) => cell.trim())
        .slice(1, -1)
    const rates = Object.fromEntries(cells(head).map((currency, index) => [currency, cells(row)[index] ?? '']))
    const printed = read(bulletin(rates))
    for (const [currency, rate] of Object.entries(rates)) expect(printed.get(`EUR${currency}`)).toBe(rate)
    const requested = loadCatalogue().flatMap((instrument) => ecb.symbolOf(instrument) ?? [])
    expect(requested.filter((symbol) => !printed.has(symbol))).toEqual([])
  })

  test('a cross is the quotient of two rates, half-even at the twelfth decimal', () => {
    const rates = read(whole)
    expect(rates.get('EURJPY')).toBe('186.75')
    expect(rates.get('USDJPY')).toBe('159.833960972270')
    expect(rates.get('JPYUSD')).toBe('0.006256492637')
    expect(rates.get('USDEUR')).toBe('0.855871276960')
    expect(read(bulletin({ USD: '2', JPY: '3' })).get('USDJPY')).toBe('1.500000000000')
    expect(rates.size).toBe(30)
  })

  test('a price is dated with the day of publication', () => {
    expect(new Set(ecb.read(whole).map(({ at }) => at))).toEqual(new Set([1_776_038_400_000]))
  })

  test('what is not a bulletin is refused', () => {
    const bad = [
      '',
      '<html></html>',
      whole.replace('eurofxref"', 'other"'),
      whole.replace('<gesmes:Envelope', '<!DOCTYPE x [<!ENTITY a "b">]><gesmes:Envelope'),
      whole.replace('186.75', '&a;'),
      whole.replace('186.75', '-186.75'),
      whole.replace('186.75', '0'),
      whole.replace('186.75', '1e3'),
      whole.replace('JPY', 'jpy'),
      whole.replace('JPY', 'USD'),
      whole.replace('2026-04-13', '2026-02-30'),
      whole.replace("<Cube time='2026-04-13'>", '<Cube>'),
      whole.replace("<Cube time='2026-04-13'>", "<Cube time='2026-04-13'><Cube time='2026-04-12'>"),
      whole.replace("rate='1.1684'/>", "rate='1.1684'"),
      whole.replace("rate='1.1684'", `rate='1.1684' note='${'x'.repeat(1000)}'`),
      bulletin({}),
    ]
    for (const body of bad) expect(() => ecb.read(body)).toThrow()
  })

  test('any text and any damaged bulletin is a bulletin or refused, in a time that grows with its length', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void expect(() => ecb.read(text)).toThrow()))
    const damaged = fc
      .tuple(fc.nat({ max: whole.length }), fc.nat({ max: 20 }), fc.string({ maxLength: 20 }))
      .map(([at, cut, put]) => whole.slice(0, at) + put + whole.slice(at + cut))
    fc.assert(
      fc.property(damaged, (body) => {
        try {
          for (const { last } of ecb.read(body)) expect(last).toMatch(/^\d+(\.\d+)?$/)
        } catch (cause) {
          expect(cause).toBeInstanceOf(Error)
        }
      }),
      { numRuns: 300 },
    )
    const long = whole + '<Cube '.repeat(ecb.longestBody / 6)
    expect(processWorkMs(() => expect(() => ecb.read(long)).toThrow())).toBeLessThan(200)
  })

  test('quotes the pairs of published currencies and no offshore yuan', () => {
    expect(ecb.symbolOf(instrumentOf('EURUSD'))).toBe('EURUSD')
    expect(ecb.symbolOf(instrumentOf('USDJPY'))).toBe('USDJPY')
    for (const code of ['USDCNH', 'XAUEUR', 'BTCUSDT']) expect(ecb.symbolOf(instrumentOf(code))).toBeUndefined()
    const pairs = loadCatalogue().filter((instrument) => ecb.symbolOf(instrument) !== undefined)
    expect(pairs.length).toBe(70)
  })
})
