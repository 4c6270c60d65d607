import { mulDiv } from '@evenhand/protocol/money.ts'
import type { ContractInstrument } from './classes.ts'
import { feesOf } from './opening.ts'
import { gainedPrice, worthBounds, type QuoteRate, type Side } from './price.ts'

/** What is left of a position, and what it was opened with: lots in hundredths, units 10^-8, the rest units of USDT. */
export type Remaining = {
  readonly side: Side
  readonly open: bigint
  readonly lots: bigint
  readonly units: bigint
  readonly margin: bigint
  readonly feeOpen: bigint
  readonly financing: bigint
}

/** Entries of one closing, smallest units of USDT; they sum to zero. */
export type ClosingEntries = {
  readonly customer: bigint
  /** `reserve:contracts`, the house's side of the profit. */
  readonly reserve: bigint
  readonly fee: bigint
  readonly financing: bigint
  readonly rounding: bigint
}

export type Closing = {
  /** Profit down, loss up; before fees and financing. */
  readonly profit: bigint
  readonly feeClose: bigint
  /** Shares of what the whole position carried. */
  readonly marginReleased: bigint
  readonly feeOpen: bigint
  readonly financing: bigint
  readonly entries: ClosingEntries
  /** What stays open; null after the last lot. */
  readonly rest: Remaining | null
}

type ClosingParams = { readonly lots: bigint; readonly price: bigint; readonly rate: QuoteRate }

/**
 * Closes `lots` of a position at a price. Margin, opening fee and financing are shared by lots, each share rounded down,
 * and the last part takes what is left, so that the parts sum to the whole. The closing fee is that of the part, rounded
 * up. Throws a RangeError for lots that are not open.
 */
export function closingOf(instrument: ContractInstrument, remaining: Remaining, params: ClosingParams): Closing {
  const { lots, price, rate } = params
  if (lots <= 0n || lots > remaining.lots) throw new RangeError(`${lots} of ${remaining.lots} hundredths of a lot`)
  const share = (whole: bigint): bigint =>
    lots === remaining.lots ? whole : mulDiv(whole, lots, remaining.lots, 'floor')
  const units = share(remaining.units)
  const gained = {
    units,
    price: gainedPrice(remaining.side, remaining.open, price),
    precision: instrument.precision,
    rate,
  }
  const { floor: profit, ceil: paid } = worthBounds(gained)
  const reserve = -paid
  const { fee: feeClose, received: fee } = feesOf(instrument, { units, price, rate })
  const [margin, feeOpen, financing] = [share(remaining.margin), share(remaining.feeOpen), share(remaining.financing)]
  const customer = profit - feeClose - financing
  return {
    profit,
    feeClose,
    marginReleased: margin,
    feeOpen,
    financing,
    entries: { customer, reserve, fee, financing, rounding: -(customer + reserve + fee + financing) },
    rest:
      lots === remaining.lots
        ? null
        : {
            ...remaining,
            lots: remaining.lots - lots,
            units: remaining.units - units,
            margin: remaining.margin - margin,
            feeOpen: remaining.feeOpen - feeOpen,
            financing: remaining.financing - financing,
          },
  }
}

/** Who pays what a customer without positions is below zero; smallest units of USDT. */
export type Protection = { readonly amount: bigint; readonly fromReserve: bigint; readonly fromHouse: bigint }

/**
 * Negative balance protection: what lifts the balance to zero once no position is open. `reserve:nbp` pays first; the
 * house's own money pays what that reserve does not hold, since the customer's balance may never end below zero.
 */
export function protectionOf(cash: bigint, reserve: bigint): Protection {
  const amount = cash < 0n ? -cash : 0n
  const held = reserve > 0n ? reserve : 0n
  const fromReserve = amount < held ? amount : held
  return { amount, fromReserve, fromHouse: amount - fromReserve }
}
