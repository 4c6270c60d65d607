import type { ContractSide, OrderType, previewContract } from '@evenhand/protocol/contracts.ts'
import { formatUnits, mulDiv } from '@evenhand/protocol/money.ts'
import { gainedPrice, worthOf, type QuoteRate } from '@evenhand/proofs/contracts/price.ts'
import { priceAtDistance, priceAtMoney } from '@evenhand/proofs/contracts/stops.ts'
import type * as z from 'zod/mini'
import { parseAmount, usdtScale } from '../../lib/parse-amount.ts'
import { unitsOf } from './contract-live.ts'

export type Preview = z.output<typeof previewContract.result>
export const stopWays = ['price', 'distance', 'money'] as const
export type StopWay = (typeof stopWays)[number]
/** A stop loss or take profit as it is entered: its switch, and a price, a distance from the opening price, or money. */
export type StopEntry = { readonly on: boolean; readonly by: StopWay; readonly text: string }
export const noStop: StopEntry = { on: false, by: 'price', text: '' }

export type TicketState = {
  readonly side: ContractSide
  readonly orderType: OrderType
  readonly lotsText: string
  readonly leverage: number
  readonly priceText: string
  readonly stopLoss: StopEntry
  readonly takeProfit: StopEntry
  readonly slippageText: string
  /** Days a pending order waits; 0 until it is cancelled. */
  readonly days: number
}

export const startTicket = (leverage: number): TicketState => ({
  side: 'BUY',
  orderType: 'MARKET',
  lotsText: '0.10',
  leverage,
  priceText: '',
  stopLoss: noStop,
  takeProfit: noStop,
  slippageText: '',
  days: 0,
})

const lotScale = 2
const lotsText = (lots: bigint): string => formatUnits(lots, lotScale)

/** Lots as hundredths; undefined for text that is no number of lots. */
export function lotsOf(text: string): bigint | undefined {
  const parsed = parseAmount(text, lotScale)
  return parsed.kind === 'amount' ? parsed.units : undefined
}

/** Lots one step lower or higher: by a hundredth below 0.1, by a tenth below 1, by one from there on; never below a hundredth. */
export function steppedLots(text: string, by: -1 | 1): string {
  const lots = lotsOf(text) ?? 0n
  const below = by === -1 ? lots - 1n : lots
  const step = below < 10n ? 1n : below < 100n ? 10n : 100n
  const next = by === 1 ? (lots / step) * step + step : ((lots - 1n) / step) * step
  return lotsText(next < 1n ? 1n : next)
}

/** What a number of lots (hundredths) is worth. */
type Sized = { readonly lots: bigint; readonly preview: Pick<Preview, 'notional'> }

/** USDT that some lots are worth at the price of a preview of others; undefined where there is none. */
export function moneyOfLots(lots: bigint, last: Sized | undefined): string | undefined {
  if (!last || last.lots === 0n) return undefined
  return formatUnits(mulDiv(unitsOf(last.preview.notional, usdtScale), lots, last.lots, 'ceil'), usdtScale, 2)
}

/** The lots that an amount of USDT pays for, rounded down to a hundredth; undefined where it is no amount. */
export function lotsOfMoney(text: string, last: Sized | undefined): string | undefined {
  const parsed = parseAmount(text)
  const notional = last ? unitsOf(last.preview.notional, usdtScale) : 0n
  if (parsed.kind !== 'amount' || !last || notional === 0n) return undefined
  return lotsText(mulDiv(parsed.units, last.lots, notional, 'floor'))
}

/** What a stop is computed from: the opening price and size of the position. */
export type StopScale = {
  readonly side: ContractSide
  readonly open: bigint
  /** 0 for a pending order, whose size in units is settled when it opens: then money means no price. */
  readonly units: bigint
  readonly precision: number
  /** In which the instrument is shown: a computed stop has no more. */
  readonly decimals: number
  readonly rate: QuoteRate
}

export const decimalsIn = (text: string): number => text.split('.')[1]?.length ?? 0

/** The sign that a distance or money may be typed with: a loss is less, a profit more. */
const ownSigns = { stopLoss: /^\s*[-−]\s*/, takeProfit: /^\s*[+]\s*/ }

/** The price an entry means, in units of the instrument; `wrong` where its text means none, undefined while it is off. */
export function stopPrice(
  entry: StopEntry,
  kind: 'stopLoss' | 'takeProfit',
  scale: StopScale | undefined,
): bigint | 'wrong' | undefined {
  if (!entry.on) return undefined
  if (!scale || (entry.by === 'money' && scale.units === 0n)) return 'wrong'
  const text = entry.by === 'price' ? entry.text : entry.text.replace(ownSigns[kind], '')
  const parsed = parseAmount(text, entry.by === 'money' ? usdtScale : scale.precision)
  if (parsed.kind !== 'amount' || parsed.units === 0n) return 'wrong'
  const favour = kind === 'stopLoss' ? -parsed.units : parsed.units
  const price =
    entry.by === 'price'
      ? parsed.units
      : inShownDecimals(scale, entry.by === 'distance' ? priceAtDistance(scale, favour) : priceAtMoney(scale, favour))
  return price > 0n ? price : 'wrong'
}

/** A computed price as the ticket shows it, rounded in the customer's favour: it loses no more and gains no less than was entered. */
function inShownDecimals({ side, precision, decimals }: StopScale, price: bigint): bigint {
  const step = 10n ** BigInt(Math.max(0, precision - decimals))
  return mulDiv(price, 1n, step, side === 'BUY' ? 'ceil' : 'floor') * step
}

const partsOfCent = 10n ** BigInt(usdtScale - 2)

/** What a position gains or loses at a price, before fees: USDT in whole cents, a loss never as less than it is. */
export function profitAt({ side, open, units, precision, rate }: StopScale, price: bigint): string {
  const worth = worthOf({ units, price: gainedPrice(side, open, price), precision, rate }, 'floor')
  return formatUnits(mulDiv(worth, 1n, partsOfCent, 'floor'), 2)
}

type Bounds = { readonly from: string | null; readonly to: string | null }

/** Whether a price is within bounds of decimal text, both ends included. */
export function isWithin(price: bigint, { from, to }: Bounds, precision: number): boolean {
  return (from === null || price >= unitsOf(from, precision)) && (to === null || price <= unitsOf(to, precision))
}

export type StopProblem = 'stopLossUnreasonable' | 'takeProfitUnreasonable' | 'stopAndTakeUnreasonable'
type Checked = {
  readonly stopLoss: bigint | 'wrong' | undefined
  readonly takeProfit: bigint | 'wrong' | undefined
}

/** Which of the two prices are unreasonable by the bounds: the key of the refusal the server would give. */
export function stopsProblem(
  stops: Checked,
  bounds: { readonly stopLoss: Bounds; readonly takeProfit: Bounds },
  precision: number,
): StopProblem | undefined {
  const isWrong = (price: Checked['stopLoss'], allowed: Bounds) =>
    price === 'wrong' || (price !== undefined && !isWithin(price, allowed, precision))
  const stop = isWrong(stops.stopLoss, bounds.stopLoss)
  const take = isWrong(stops.takeProfit, bounds.takeProfit)
  if (stop && take) return 'stopAndTakeUnreasonable'
  if (stop) return 'stopLossUnreasonable'
  return take ? 'takeProfitUnreasonable' : undefined
}
