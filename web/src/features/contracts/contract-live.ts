import type { ContractTermsText } from '@evenhand/protocol/contract-params.ts'
import type { ContractOrder, MarginState } from '@evenhand/protocol/contracts.ts'
import type { MarketItem } from '@evenhand/protocol/markets.ts'
import { formatUnits, mulDiv, parseUnits } from '@evenhand/protocol/money.ts'
import { closeOutPercent, levelOf, profitOf, warningPercents } from '@evenhand/proofs/contracts/account.ts'
import { underTerms } from '@evenhand/proofs/contracts/class-table.ts'
import type { ContractInstrument } from '@evenhand/proofs/contracts/classes.ts'
import { closingOf, type Closing } from '@evenhand/proofs/contracts/close.ts'
import { closingPrice, pipOf, sidesOf, type QuoteRate, type Sides } from '@evenhand/proofs/contracts/price.ts'
import { parity, quoteRate, rateSourceOf } from '@evenhand/proofs/contracts/quote-rate.ts'
import { usdtScale } from '../../lib/parse-amount.ts'

/** The fields of `getMarketInfo` of an instrument that the rules of contracts read. */
export type Facts = {
  readonly item: Pick<MarketItem, 'code' | 'type' | 'subType' | 'precision'>
} & {
  readonly base: string
  readonly quote: string
  readonly pip: string
  /** The terms that hold for new orders; an order keeps its own. */
  readonly contract?: ContractTermsText | undefined
}

const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0
/** Decimal text in units of a scale; more decimals than the scale has are cut, as of a price that is only shown. */
export function unitsOf(text: string, scale: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return parseUnits(`${whole}.${fraction.slice(0, scale).padEnd(scale, '0')}`.replace(/\.$/, ''), scale) ?? 0n
}
const usdt = (text: string): bigint => unitsOf(text, usdtScale)
const usdtText = (units: bigint): string => formatUnits(units, usdtScale, 2)

/** What a closing came to for its customer, USDT: the move of the price less the fee of closing and the financing. */
export const resultOf = ({ profit, feeClose, financing }: ContractOrder): string =>
  usdtText(usdt(profit) - usdt(feeClose) - usdt(financing))

/**
 * The instrument as the rules read it, under the terms of an order or those for new ones. `precision`: decimals of the
 * recorded prices, as an order's own price has them.
 */
export function instrumentOf(facts: Facts, precision: number, terms = facts.contract): ContractInstrument {
  const { item, base, quote, pip } = facts
  const instrument = {
    code: item.code,
    type: item.type,
    subType: item.subType ?? '',
    base,
    quote,
    precision,
    tickUnits: unitsOf(pip, precision),
    // Lots become units on the server alone: no rule that runs here reads the reference price.
    refUnits: 1n,
  }
  return (terms && underTerms(instrument, terms)) ?? instrument
}

/** Decimals that no step of a market has more of. */
const pipScale = 12
/** What a pip is of an instrument, in which slippage is bounded: ten steps of a currency pair, one of anything else. */
export const pipText = (facts: Facts): string => formatUnits(pipOf(instrumentOf(facts, pipScale)), pipScale, 0)

/** The pair whose price converts the quote currency of an instrument; null where it is US dollars. */
export const rateCode = (quote: string): string | null => rateSourceOf(quote)?.code ?? null

/** What one unit of a quote currency is in USDT; undefined while the pair that prices it has none. */
export function rateOf(quote: string, price: string | undefined): QuoteRate | undefined {
  const source = rateSourceOf(quote)
  if (source === null) return parity
  if (price === undefined) return undefined
  const precision = decimalsOf(price)
  const units = unitsOf(price, precision)
  return units > 0n ? quoteRate(source, { price: units, precision }) : undefined
}

/** A position at the newest price, and what the rules need besides. */
export type LivePosition = {
  readonly order: ContractOrder
  readonly instrument: ContractInstrument
  readonly sides: Sides
  readonly rate: QuoteRate
  /** Smallest units of USDT, before fees and financing. */
  readonly profit: bigint
}

type Prices = { readonly price: string | undefined; readonly ratePrice: string | undefined }

/** Values a position at a price of the list, a pending order with no profit; undefined while it cannot be valued. */
export function livePosition(order: ContractOrder, facts: Facts, prices: Prices): LivePosition | undefined {
  const rate = rateOf(facts.quote, prices.ratePrice)
  const own = order.openPrice ?? order.price
  if (own === null || prices.price === undefined || rate === undefined) return undefined
  const precision = decimalsOf(own)
  const instrument = instrumentOf(facts, precision, order.terms)
  const sides = sidesOf(instrument, unitsOf(prices.price, precision))
  if (order.openPrice === null) return { order, instrument, sides, rate, profit: 0n }
  const holding = {
    side: order.side,
    units: unitsOf(order.units, 8),
    open: unitsOf(order.openPrice, precision),
    precision,
    margin: usdt(order.requiredMargin),
    financing: usdt(order.financing),
  }
  return { order, instrument, sides, rate, profit: profitOf(holding, sides, rate) }
}

/** Profit as decimal text, and what it is of the required margin in per cent. */
export function profitTexts({ order, profit }: Pick<LivePosition, 'order' | 'profit'>) {
  const margin = usdt(order.requiredMargin)
  return {
    profit: usdtText(profit),
    percent: margin === 0n ? undefined : formatUnits(mulDiv(profit, 10_000n, margin, 'floor'), 2),
  }
}

/** What closing some lots (hundredths) now would come to; undefined for lots that are not open. */
export function closingNow(live: LivePosition, lots: bigint): Closing | undefined {
  const { order, instrument, sides, rate } = live
  const open = unitsOf(order.lots, 2)
  if (lots <= 0n || lots > open) return undefined
  const remaining = {
    side: order.side,
    open: unitsOf(order.openPrice ?? '0', instrument.precision),
    lots: open,
    units: unitsOf(order.units, 8),
    margin: usdt(order.requiredMargin),
    feeOpen: usdt(order.feeOpen),
    financing: usdt(order.financing),
  }
  return closingOf(instrument, remaining, { lots, price: closingPrice(order.side, sides), rate })
}

/**
 * The account's margin with the profit of now in place of that of the server's last response. `profit`: of all open positions,
 * smallest units of USDT; undefined where one of them cannot be valued, and the response stays as it is.
 */
export function marginNow(state: MarginState, profit: bigint | undefined): MarginState {
  if (profit === undefined) return state
  const equity = usdt(state.equity) - usdt(state.profit) + profit
  const margin = usdt(state.margin)
  const level = levelOf(equity, margin)
  return {
    ...state,
    equity: usdtText(equity),
    profit: usdtText(profit),
    level: level === null ? null : formatUnits(mulDiv(level, 1n, 100n, 'floor'), 2),
  }
}

export type LevelWord = 'safe' | 'fair' | 'low' | 'danger' | 'closing'

const [firstWarning, lastWarning] = warningPercents
/** Twice the first warning: far enough to show no warning. */
const roomy = 2n * firstWarning

/** A margin level in per cent as a word, by the bounds of the two warnings and of the close-out. */
export function levelWord(level: string): LevelWord {
  const hundredths = unitsOf(level, 2)
  const isWithin = (percent: bigint) => hundredths <= percent * 100n
  if (isWithin(closeOutPercent)) return 'closing'
  if (isWithin(lastWarning)) return 'danger'
  if (isWithin(firstWarning)) return 'low'
  return isWithin(roomy) ? 'fair' : 'safe'
}

/** The contracts of an instrument as a phone pins them and the chart draws them: what is open before what waits. */
export const contractsOn = (orders: readonly ContractOrder[], code: string): ContractOrder[] =>
  orders
    .filter((order) => order.code === code)
    .toSorted((a, b) => Number(b.status === 'OPEN') - Number(a.status === 'OPEN'))
