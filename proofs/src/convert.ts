import { assetScales, formatUnits, mulDiv } from '@evenhand/protocol/money.ts'

export type ConvertibleCoin = 'USDT' | 'BTC' | 'ETH'
/** A price of one coin in USDT: smallest units of its instrument, which has `precision` decimals. */
export type CoinPrice = { readonly price: bigint; readonly precision: number }
export type Converting = {
  readonly from: ConvertibleCoin
  readonly to: ConvertibleCoin
  /** Smallest units of `from`. */
  readonly amount: bigint
  /** The price of each of the two that is not USDT. */
  readonly prices: Readonly<Partial<Record<ConvertibleCoin, CoinPrice>>>
}
/** All in smallest units: the fee of `from`, what is received of `to`; `price` is what one `from` is in `to`, or one `to` in USDT. */
export type Converted = { readonly fee: bigint; readonly received: bigint; readonly price: string }

const unit = (coin: ConvertibleCoin): bigint => 10n ** BigInt(assetScales[coin])
const ratioDecimals = 8

/** The instruments whose ticks decide a conversion. */
export const codesOf = ({ from, to }: Pick<Converting, 'from' | 'to'>): string[] =>
  [from, to].filter((coin) => coin !== 'USDT').map((coin) => `${coin}USDT`)

/**
 * What a conversion comes to: the fee is one thousandth of the amount, rounded up; what is received is the rest at the
 * price, rounded down. Between two coins that are not USDT, at the quotient of their prices, divided once.
 * Throws when a price is missing, and for a coin against itself.
 */
export function convert({ from, to, amount, prices }: Converting): Converted {
  if (from === to) throw new Error('a coin is not converted into itself')
  const fee = mulDiv(amount, 1n, 1000n, 'ceil')
  const paid = worth(from, prices)
  const bought = worth(to, prices)
  // (amount − fee) / unit(from) × paid / bought × unit(to), divided once.
  const received = mulDiv(
    (amount - fee) * paid.price * unit(to),
    10n ** BigInt(bought.precision),
    bought.price * unit(from) * 10n ** BigInt(paid.precision),
    'floor',
  )
  return { fee, received, price: priceText({ from, to, paid, bought }) }
}

const worth = (coin: ConvertibleCoin, prices: Converting['prices']): CoinPrice => {
  const known = coin === 'USDT' ? { price: 1n, precision: 0 } : prices[coin]
  if (known === undefined || known.price <= 0n) throw new Error(`no price of ${coin}`)
  return known
}

type Priced = { from: ConvertibleCoin; to: ConvertibleCoin; paid: CoinPrice; bought: CoinPrice }

function priceText({ from, to, paid, bought }: Priced): string {
  if (to === 'USDT') return formatUnits(paid.price, paid.precision)
  if (from === 'USDT') return formatUnits(bought.price, bought.precision)
  const ratio = mulDiv(
    paid.price * 10n ** BigInt(ratioDecimals),
    10n ** BigInt(bought.precision),
    bought.price * 10n ** BigInt(paid.precision),
    'floor',
  )
  return formatUnits(ratio, ratioDecimals)
}

/** Whether what is received is more than half a percent below the quote; then nothing is converted. */
export const isWorse = (received: bigint, quoted: bigint): boolean => received * 1000n < quoted * 995n
