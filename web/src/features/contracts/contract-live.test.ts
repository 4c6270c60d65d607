import type { ContractOrder } from '@evenhand/protocol/contracts.ts'
import { describe, expect, it } from 'vitest'
import {
  closingNow,
  levelWord,
  livePosition,
  marginNow,
  pipText,
  profitTexts,
  rateOf,
  resultOf,
} from './contract-live.ts'

const facts = {
  item: { code: 'EURUSD', type: 1, precision: 5 },
  base: 'EUR',
  quote: 'USD',
  pip: '0.00001',
}
const order = {
  side: 'BUY',
  lots: '0.10',
  units: '1000.00',
  openPrice: '1.08500',
  requiredMargin: '217.00',
  feeOpen: '0.434',
  financing: '0',
} as unknown as ContractOrder
const at = (price: string, change: Partial<ContractOrder> = {}) =>
  livePosition({ ...order, ...change }, facts, { price, ratePrice: undefined })

describe('a position at the newest price', () => {
  it('closes a long one at the bid, half a pip below the index', () => {
    const live = at('1.08700')
    expect(live && profitTexts(live)).toEqual({ profit: '1.95', percent: '0.89' })
  })

  it('has a pip of ten steps in a currency pair, and of one in a coin', () => {
    expect(pipText(facts)).toBe('0.0001')
    expect(pipText({ ...facts, item: { code: 'BTCUSDT', type: 2, precision: 2 }, pip: '0.01' })).toBe('0.01')
    expect(pipText({ ...facts, item: { code: 'XYZ', type: 3, precision: 0 }, pip: '5' })).toBe('5')
  })

  it('mirrors a short one, and rounds a loss up', () => {
    const live = at('1.08700', { side: 'SELL' })
    expect(live && profitTexts(live)).toEqual({ profit: '-2.05', percent: '-0.95' })
  })

  it('has no value without the price of its quote currency', () => {
    expect(livePosition(order, { ...facts, quote: 'JPY' }, { price: '150.000', ratePrice: undefined })).toBeUndefined()
    expect(rateOf('JPY', '150.00')).toEqual({ numerator: 100n, denominator: 15_000n })
  })

  it('came to the move of the price less its costs', () => {
    const closed = { ...order, profit: '-0.098067', feeClose: '0.470660', financing: '0.235134' }
    expect(resultOf(closed)).toBe('-0.803861')
  })

  it('charges the closing fee of the part that is closed', () => {
    const live = at('1.08700')
    const half = live && closingNow(live, 5n)
    expect(half?.profit).toBe(975_000n)
    expect(half?.feeClose).toBe(217_390n)
    expect(half?.rest?.lots).toBe(5n)
    expect(live && closingNow(live, 11n)).toBeUndefined()
  })
})

describe('the margin of the account', () => {
  const state = {
    equity: '1000',
    margin: '400',
    free: '600',
    profit: '10',
    financing: '0',
    level: '250.00',
  }

  it('takes the profit of now for that of the last response', () => {
    expect(marginNow(state, -590_000_000n)).toMatchObject({
      equity: '400.00',
      profit: '-590.00',
      level: '100.00',
    })
    expect(marginNow(state, undefined)).toBe(state)
  })

  it('has a word for each span, its upper end in the worse one', () => {
    expect(['250', '199.99', '100.00', '75.00', '50.00'].map(levelWord)).toEqual([
      'safe',
      'fair',
      'low',
      'danger',
      'closing',
    ])
  })
})
