import { describe, expect, test } from 'vitest'
import { calendarsOf } from './catalogue-calendars.ts'
import { parseCsv } from './catalogue-csv.ts'
import { onTick, plainDecimal, rowsOf } from './catalogue-rows.ts'

test('parseCsv reads quoted fields with commas and quotes in them', () => {
  expect(parseCsv('a,b,c\n1,"x, ""y""",\n')).toEqual([{ a: '1', b: 'x, "y"', c: '' }])
})

test.each([
  ['6740.02', '0.25', '6740'],
  ['4.47', '0.0025', '4.47'],
  ['67264.7', '5', '67265'],
  ['1.26423', '0.00005', '1.26425'],
  ['0.125', '0.05', '0.1'],
  ['520.0', '0.1', '520'],
])('%s on a tick of %s is %s', (price, tick, on) => {
  expect(onTick(price, tick)).toBe(on)
})

test('tiny prices lose their exponent', () => {
  expect(plainDecimal('1.0348e-05')).toBe('0.000010348')
  expect(plainDecimal('2e-1')).toBe('0.2')
  expect(plainDecimal('12.5')).toBe('12.5')
})

describe('rowsOf', () => {
  const common = Object.fromEntries(
    'market_type 2|base A|quote USD|venue x|tick_size 0.01|price_precision 2|lot_step 1|contract_multiplier 1|session 24x7|ref_price 10.004|ref_date 2026-01-01|ref_tier A|ref_source s|vol_annual 0.5|rank '
      .split('|')
      .map((pair) => pair.split(' ') as [string, string]),
  )
  const fact = (symbol: string, market = 'crypto') => ({ ...common, symbol, name: symbol, market })
  const codes = (rows: (string | number)[][]) => rows.map(([id, code]) => `${id} ${code}`)

  test('a code keeps its id when the facts come in another order; a new one follows', () => {
    const first = rowsOf([fact('A'), fact('B')], undefined)
    expect(codes(first.rows)).toEqual(['1 A', '2 B'])
    expect(codes(rowsOf([fact('C'), fact('B'), fact('A')], first).rows)).toEqual(['1 A', '2 B', '3 C'])
  })

  test('a code that vanishes from the facts is an error: its record still stands', () => {
    expect(() => rowsOf([fact('B')], rowsOf([fact('A'), fact('B')], undefined))).toThrow('must stay: A')
  })

  test('futures carry .F', () => {
    expect(codes(rowsOf([fact('ES'), fact('ES', 'futures')], undefined).rows)).toEqual(['1 ES', '2 ES.F'])
  })
})

describe('calendarsOf', () => {
  const spans = [
    { open: '00:00', close: '09:30', state: 'premarket' },
    { open: '09:30', close: '17:00', state: 'market' },
    { open: '18:00', close: '24:00', state: 'postmarket' },
  ]
  const week = Object.fromEntries(['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((day) => [day, spans]))
  const hours = { timezone: 'America/New_York', sessions: week, holidays: [], early_closes: {}, late_opens: {} }

  test('futures trade through all states as one session, shares in the main one only', () => {
    const { nyse, 'cme-index': cme } = calendarsOf({ nyse: hours, 'cme-index': hours })
    expect(nyse?.week[0]).toEqual([{ open: '09:30', close: '17:00' }])
    expect(cme?.week[0]).toEqual([
      { open: '00:00', close: '17:00' },
      { open: '18:00', close: '24:00' },
    ])
  })

  test('an early close that cuts nothing beside a late open is dropped: the morning is closed', () => {
    const odd = {
      ...hours,
      early_closes: { '2025-12-25': '17:00', '2025-12-24': '13:15' },
      late_opens: { '2025-12-25': '18:00' },
    }
    expect(calendarsOf({ 'cme-index': odd })['cme-index']).toMatchObject({
      earlyCloses: { '2025-12-24': '13:15' },
      lateOpens: { '2025-12-25': '18:00' },
    })
  })
})
