import type { ContractInstrument } from '../src/contracts/classes.ts'

/** An instrument as the catalogue describes one; what a test does not name is of no matter to it. */
export const instrumentOf = (facts: Partial<ContractInstrument>): ContractInstrument => ({
  code: 'TEST',
  type: 3,
  subType: '',
  base: 'TEST',
  quote: 'USD',
  precision: 9,
  tickUnits: 10_000n,
  refUnits: 1_000_000_000n,
  ...facts,
})

export const eurusd = instrumentOf({ code: 'EURUSD', type: 1, base: 'EUR', refUnits: 1_168_400_000n })
export const usdjpy = instrumentOf({ code: 'USDJPY', type: 1, base: 'USD', quote: 'JPY', precision: 7 })
export const btcusdt = instrumentOf({
  code: 'BTCUSDT',
  type: 2,
  base: 'BTC',
  quote: 'USDT',
  precision: 5,
  tickUnits: 1000n,
  refUnits: 5_210_000_000n,
})
