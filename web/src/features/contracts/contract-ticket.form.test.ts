import { describe, expect, it } from 'vitest'
import {
  lotsOf,
  lotsOfMoney,
  moneyOfLots,
  profitAt,
  steppedLots,
  stopPrice,
  stopsProblem,
  type StopScale,
} from './contract-ticket.form.ts'

const last = { lots: 10n, preview: { notional: '1085.05' } }
const parity = { numerator: 1n, denominator: 1n }
/** A thousand EUR bought at 1.08505. */
const scale: StopScale = {
  side: 'BUY',
  open: 108_505n,
  units: 100_000_000_000n,
  precision: 5,
  decimals: 5,
  rate: parity,
}

describe('lots', () => {
  it('reads two decimals and nothing finer', () => {
    expect(lotsOf('0.10')).toBe(10n)
    expect(lotsOf('0,1')).toBe(10n)
    expect(lotsOf('0.105')).toBeUndefined()
    expect(lotsOf('')).toBeUndefined()
  })

  it('steps by a hundredth, a tenth, or a whole lot, and back the same way', () => {
    expect(['0.09', '0.10', '0.95', '1.00'].map((text) => steppedLots(text, 1))).toEqual([
      '0.10',
      '0.20',
      '1.00',
      '2.00',
    ])
    expect(['2.00', '1.00', '0.20', '0.10', '0.01'].map((text) => steppedLots(text, -1))).toEqual([
      '1.00',
      '0.90',
      '0.10',
      '0.09',
      '0.01',
    ])
  })

  it('turns into money and back, never into more lots than the money pays', () => {
    expect(moneyOfLots(20n, last)).toBe('2170.10')
    expect(lotsOfMoney('1085.05', last)).toBe('0.10')
    expect(lotsOfMoney('1085.04', last)).toBe('0.09')
    expect(lotsOfMoney('1085', undefined)).toBeUndefined()
  })
})

describe('a stop', () => {
  const entry = (by: 'price' | 'distance' | 'money', text: string) => ({ on: true, by, text })

  it('means the same by price, by distance and by money', () => {
    expect(stopPrice(entry('price', '1.08005'), 'stopLoss', scale)).toBe(108_005n)
    expect(stopPrice(entry('distance', '0.005'), 'stopLoss', scale)).toBe(108_005n)
    expect(stopPrice(entry('money', '5'), 'stopLoss', scale)).toBe(108_005n)
    expect(stopPrice(entry('money', '5'), 'takeProfit', scale)).toBe(109_005n)
    expect(profitAt(scale, 108_005n)).toBe('-5.00')
  })

  it('comes to whole cents, a loss to no less than it is and a gain to no more', () => {
    const odd = { ...scale, units: 100_100_000_000n }
    expect([profitAt(odd, 108_005n), profitAt(odd, 109_005n)]).toEqual(['-5.01', '5.00'])
  })

  it('takes a loss with its minus and a profit with its plus, and no other sign', () => {
    expect(stopPrice(entry('money', '-5'), 'stopLoss', scale)).toBe(108_005n)
    expect(stopPrice(entry('distance', '−0.005'), 'stopLoss', scale)).toBe(108_005n)
    expect(stopPrice(entry('money', '+5'), 'takeProfit', scale)).toBe(109_005n)
    expect(stopPrice(entry('money', '+5'), 'stopLoss', scale)).toBe('wrong')
    expect(stopPrice(entry('money', '-5'), 'takeProfit', scale)).toBe('wrong')
    expect(stopPrice(entry('price', '-1.08'), 'stopLoss', scale)).toBe('wrong')
  })

  it('is mirrored for a position that sells', () => {
    expect(stopPrice(entry('distance', '0.005'), 'stopLoss', { ...scale, side: 'SELL' })).toBe(109_005n)
  })

  it('that is computed has the decimals of its instrument, loses no more and gains no less; a typed one stays', () => {
    const shown = { ...scale, decimals: 4 }
    expect(stopPrice(entry('money', '5'), 'stopLoss', shown)).toBe(108_010n)
    expect(stopPrice(entry('distance', '0.005'), 'takeProfit', shown)).toBe(109_010n)
    expect(stopPrice(entry('distance', '0.005'), 'stopLoss', { ...shown, side: 'SELL' })).toBe(109_000n)
    expect(stopPrice(entry('price', '1.08005'), 'stopLoss', shown)).toBe(108_005n)
  })

  it('is wrong without a number, and nothing while its switch is off', () => {
    expect(stopPrice(entry('price', ''), 'stopLoss', scale)).toBe('wrong')
    expect(stopPrice(entry('price', '0'), 'stopLoss', scale)).toBe('wrong')
    expect(stopPrice({ on: false, by: 'price', text: 'x' }, 'stopLoss', scale)).toBeUndefined()
  })

  it('is refused outside its bounds, both ends allowed, and both together by a key of their own', () => {
    const bounds = {
      stopLoss: { from: '1.07000', to: '1.08490' },
      takeProfit: { from: '1.08515', to: null },
    }
    const check = (stopLoss: bigint | 'wrong' | undefined, takeProfit: bigint | undefined) =>
      stopsProblem({ stopLoss, takeProfit }, bounds, 5)
    expect(check(107_000n, 108_515n)).toBeUndefined()
    expect(check(106_999n, 108_515n)).toBe('stopLossUnreasonable')
    expect(check('wrong', undefined)).toBe('stopLossUnreasonable')
    expect(check(107_000n, 108_514n)).toBe('takeProfitUnreasonable')
    expect(check(108_491n, 108_514n)).toBe('stopAndTakeUnreasonable')
  })
})
