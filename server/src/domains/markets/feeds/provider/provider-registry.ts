import { marketTypes } from '@evenhand/protocol/markets.ts'
import type { FeedSettings, ProviderSettings } from '../../../../kernel/config/feed-settings.ts'
import type { Instrument } from '../../catalogue/instrument.ts'
import { alpaca } from '../exchanges/alpaca.ts'
import { binance } from '../exchanges/binance.ts'
import { bitget } from '../exchanges/bitget.ts'
import { bybit } from '../exchanges/bybit.ts'
import { coinbase } from '../exchanges/coinbase.ts'
import { deriv } from '../exchanges/deriv.ts'
import { dxfeed } from '../exchanges/dxfeed.ts'
import { ecb } from '../exchanges/ecb.ts'
import { finnhub } from '../exchanges/finnhub.ts'
import { gate } from '../exchanges/gate.ts'
import { kraken } from '../exchanges/kraken.ts'
import { okx } from '../exchanges/okx.ts'
import type { Bulletin, Dialect } from './provider.ts'
import { twelveData } from '../exchanges/twelve-data.ts'
import type { VendorPlan } from '../vendor-plan.ts'

/** The markets as an operator thinks of their sources; a metal is not an ETF, whatever shelf both stand on. */
export const sourceMarkets = ['crypto', 'forex', 'metals', 'stocks', 'ETFs', 'futures'] as const
export type SourceMarket = (typeof sourceMarkets)[number]

/** The market whose sources an instrument takes its prices from. */
export function sourceMarketOf({ type, subType }: Pick<Instrument, 'type' | 'subType'>): SourceMarket {
  if (subType === 'etf') return 'ETFs'
  if (type === marketTypes.forex) return 'forex'
  if (type === marketTypes.crypto) return 'crypto'
  if (type === marketTypes.stocks) return 'stocks'
  return type === marketTypes.futures ? 'futures' : 'metals'
}

/** A provider this build can speak to. */
export type Known = {
  readonly name: string
  readonly label: string
  /** What is requested from it. */
  readonly markets: readonly SourceMarket[]
  /** The variables without which it is not used at all; none for those that are public. */
  readonly variables: readonly string[]
  /** Undefined while its variables are not set. */
  make(feed: FeedSettings, own: ProviderSettings): Dialect | Bulletin | undefined
}

/** An operator who configures what or how much to request has a contract for it; otherwise the vendor's free one is assumed. */
function planOf({ maxSymbols, codes }: ProviderSettings): VendorPlan | undefined {
  if (maxSymbols === undefined && codes === undefined) return undefined
  // How many it is at most is counted where its symbols are chosen.
  return { symbols: Infinity, ...(codes === undefined ? {} : { codes }) }
}

const open = (one: Dialect | Bulletin, ...markets: SourceMarket[]): Known => ({
  name: one.name,
  label: one.label,
  markets,
  variables: [],
  make: () => one,
})

/** In the order in which they are shown. */
export const knownProviders: readonly Known[] = [
  open(binance, 'crypto'),
  open(coinbase, 'crypto'),
  open(kraken, 'crypto'),
  open(okx, 'crypto'),
  open(bybit, 'crypto'),
  open(gate, 'crypto'),
  open(bitget, 'crypto'),
  open(deriv, 'forex', 'metals'),
  {
    name: 'twelvedata',
    label: 'Twelve Data',
    markets: ['forex', 'metals'],
    variables: ['TWELVE_DATA_KEY'],
    make: ({ keys }, own) => (keys.twelveData === undefined ? undefined : twelveData(keys.twelveData, planOf(own))),
  },
  open(ecb, 'forex'),
  {
    name: 'alpaca',
    label: 'Alpaca',
    markets: ['stocks', 'ETFs'],
    variables: ['ALPACA_KEY_ID', 'ALPACA_SECRET_KEY'],
    make({ keys }, own) {
      const plan = planOf(own)
      const feed = own.tape
      return keys.alpaca === undefined
        ? undefined
        : alpaca({ ...keys.alpaca, ...(plan === undefined ? {} : { plan }), ...(feed === undefined ? {} : { feed }) })
    },
  },
  {
    name: 'finnhub',
    label: 'Finnhub',
    markets: ['stocks', 'ETFs'],
    variables: ['FINNHUB_KEY'],
    make: ({ keys }, own) => (keys.finnhub === undefined ? undefined : finnhub(keys.finnhub, planOf(own))),
  },
  {
    name: 'dxfeed',
    label: 'dxFeed',
    markets: ['futures'],
    variables: ['DXFEED_URL'],
    make: ({ keys }) => (keys.dxfeed === undefined ? undefined : dxfeed(keys.dxfeed)),
  },
]
