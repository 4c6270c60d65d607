import type { DomainsParams } from './compose.ts'
import { freshMs, mayDecide } from '../domains/conversions/index.ts'
import type { CollateralPrices } from '../domains/loans/index.ts'
import type { Markets, Tick } from '../domains/markets/index.ts'

/** Prices that collateral of loans is held against: ticks of the record that a conversion would be decided by. */
export function collateralPrices(
  { clock, config }: Pick<DomainsParams, 'clock' | 'config'>,
  { markets }: { markets: Pick<Markets, 'latest' | 'instrument' | 'ticks'> },
): CollateralPrices {
  const codeOf = (coin: string): string => `${coin}USDT`
  const priced = (code: string, tick: Tick | undefined) => {
    const precision = markets.instrument(code)?.precision
    if (tick === undefined || precision === undefined || !mayDecide(tick.feedKind, config.mode)) return undefined
    return { code, seq: tick.seq, ts: tick.ts, price: tick.price, precision }
  }
  return {
    newest(coin) {
      const tick = priced(codeOf(coin), markets.latest(codeOf(coin)))
      return tick === undefined || clock.now() - tick.ts > freshMs ? undefined : tick
    },
    async recorded({ coin, seq, ts }) {
      const code = codeOf(coin)
      const [ticks = []] = await markets.ticks([{ code, from: ts, to: ts }])
      return priced(
        code,
        ticks.find((tick) => tick.seq === seq && !tick.late),
      )
    },
  }
}
