const recorded = new Set(
  'BTCUSDT ETHUSDT SOLUSDT XRPUSDT LTCUSDT DOGEUSDT TRXUSDT EURUSD GBPUSD USDJPY AAPL TSLA NVDA ES.F CL.F XAUUSD SPY'.split(
    ' ',
  ),
)

/**
 * The instruments whose prices the products of most tests record, second by second: some of each class. The others stand at
 * their opening price, which leaves the machine to what the tests are about.
 */
export const isRecorded = (code: string): boolean => recorded.has(code)
