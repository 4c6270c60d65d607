import { saleModes, type SaleMode } from '@evenhand/protocol/collectibles.ts'
import { assetScales, parseUnits } from '@evenhand/protocol/money.ts'

/** A draft as it is typed. */
export type DraftForm = {
  readonly workId: string
  readonly charityId: string
  readonly saleMode: SaleMode
  readonly startPrice: string
  readonly price: string
}
/** The terms of a sale, whole; amounts in smallest units of USDT. */
export type DraftTerms = {
  readonly workId: string
  readonly charityId: string
  readonly saleMode: SaleMode
  readonly startPrice?: bigint
  readonly price?: bigint
}

/** Prices are in whole cents of USDT. */
const step = 10_000n
const priceOf = (text: string): bigint | undefined => {
  const units = parseUnits(text.trim(), assetScales.USDT)
  return units === undefined || units <= 0n || units % step !== 0n ? undefined : units
}

export const hasStartPrice = (mode: SaleMode): boolean => mode !== 'FIXED'
export const hasFixedPrice = (mode: SaleMode): boolean => mode !== 'AUCTION'
export const isSaleMode = (text: string): text is SaleMode => (saleModes as readonly string[]).includes(text)

/** What of a draft is missing or no price; a price to buy now is above the starting price. */
export function wrongFields(form: DraftForm): readonly (keyof DraftForm)[] {
  const { workId, charityId, saleMode } = form
  const [start, price] = [priceOf(form.startPrice), priceOf(form.price)]
  const isPriceLow = saleMode === 'AUCTION_WITH_BUY_NOW' && start !== undefined && price !== undefined && price <= start
  return [
    ...(workId === '' ? (['workId'] as const) : []),
    ...(charityId === '' ? (['charityId'] as const) : []),
    ...(hasStartPrice(saleMode) && start === undefined ? (['startPrice'] as const) : []),
    ...(hasFixedPrice(saleMode) && (price === undefined || isPriceLow) ? (['price'] as const) : []),
  ]
}

/** The terms of a draft without a mistake. */
export function termsOf({ workId, charityId, saleMode, startPrice, price }: DraftForm): DraftTerms {
  const [start, fixed] = [priceOf(startPrice), priceOf(price)]
  return {
    workId,
    charityId,
    saleMode,
    ...(hasStartPrice(saleMode) && start !== undefined && { startPrice: start }),
    ...(hasFixedPrice(saleMode) && fixed !== undefined && { price: fixed }),
  }
}

/** The milliseconds of a local date and time as its field holds it; undefined for what is none. */
export function timeOf(text: string): number | undefined {
  const ms = Date.parse(text)
  return Number.isFinite(ms) ? ms : undefined
}
