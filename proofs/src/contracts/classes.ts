/** A class of contracts: its costs and limits are facts of the table below, the same for every customer. */
export type ContractClass = {
  /** 1 lot in hundred-millionths of a unit; `null` where it is fixed for each instrument (see `lotSizeOf`). */
  readonly lotSize: bigint | null
  /** What may be chosen, ascending; the last is the cap at opening. */
  readonly leverages: readonly number[]
  readonly halfSpread: HalfSpread
  /** Fee of each side, millionths of the notional. */
  readonly feePpm: bigint
  /** Financing of one UTC day, millionths of the notional; 0 for what expires. */
  readonly financingPpm: bigint
}

/** What two officers may decide of a class. An order keeps those of its acceptance until its last lot is closed. */
export type ContractTerms = Omit<ContractClass, 'lotSize'> & { readonly version: number }

/** Tenths of a pip, hundredths of the quote currency (an index point is one), or millionths of the price. */
export type HalfSpread = { readonly pipTenths: bigint } | { readonly hundredths: bigint } | { readonly ppm: bigint }

/** Decimals of lots and units in smallest units: 1 lot is 100, 1 unit is 10^8. */
export const lotScale = 2
export const unitScale = 8
const oneUnit = 10n ** BigInt(unitScale)

const feePpm = 400n
/** What may be chosen up to a cap. */
export const leveragesTo = (cap: number): readonly number[] => [1, 2, 5, 10, 20, 30].filter((choice) => choice <= cap)

/**
 * The table of the rule book: version 1 of the terms. It stays as it is, since orders keep the terms of their version, and its
 * caps are the highest of every version. Caps are those of ESMA (decision 2018/796), the FCA (COBS 22.5) and ASIC (2020/986). */
export const contractClasses = {
  fxMajor: {
    lotSize: 10_000n * oneUnit,
    leverages: leveragesTo(30),
    halfSpread: { pipTenths: 5n },
    feePpm,
    financingPpm: 100n,
  },
  fxMinor: {
    lotSize: 10_000n * oneUnit,
    leverages: leveragesTo(20),
    halfSpread: { pipTenths: 10n },
    feePpm,
    financingPpm: 100n,
  },
  crypto: { lotSize: null, leverages: leveragesTo(2), halfSpread: { ppm: 200n }, feePpm, financingPpm: 200n },
  cryptoFuture: { lotSize: null, leverages: leveragesTo(2), halfSpread: { ppm: 200n }, feePpm, financingPpm: 0n },
  stock: { lotSize: oneUnit, leverages: leveragesTo(5), halfSpread: { ppm: 200n }, feePpm, financingPpm: 150n },
  etf: { lotSize: oneUnit, leverages: leveragesTo(5), halfSpread: { ppm: 200n }, feePpm, financingPpm: 150n },
  gold: { lotSize: oneUnit, leverages: leveragesTo(20), halfSpread: { hundredths: 15n }, feePpm, financingPpm: 100n },
  goldCross: { lotSize: oneUnit, leverages: leveragesTo(20), halfSpread: { ppm: 300n }, feePpm, financingPpm: 100n },
  metal: { lotSize: 10n * oneUnit, leverages: leveragesTo(10), halfSpread: { ppm: 300n }, feePpm, financingPpm: 100n },
  commodityFuture: {
    lotSize: 10n * oneUnit,
    leverages: leveragesTo(10),
    halfSpread: { ppm: 300n },
    feePpm,
    financingPpm: 0n,
  },
  indexMajor: {
    lotSize: oneUnit,
    leverages: leveragesTo(20),
    halfSpread: { hundredths: 50n },
    feePpm,
    financingPpm: 0n,
  },
  indexMinor: {
    lotSize: oneUnit,
    leverages: leveragesTo(10),
    halfSpread: { hundredths: 50n },
    feePpm,
    financingPpm: 0n,
  },
} as const satisfies Record<string, ContractClass>
export type ContractClassName = keyof typeof contractClasses

/** What a class is read from: the catalogue's facts of an instrument. */
export type ContractInstrument = {
  readonly code: string
  /** 1 forex, 2 crypto, 3 stocks, 4 futures, 5 metals and ETFs. */
  readonly type: number
  readonly subType: string
  readonly base: string
  readonly quote: string
  /** Decimals of recorded prices. */
  readonly precision: number
  /** Smallest step of the market, in units of `precision`; ten of them are a pip of a currency pair. */
  readonly tickUnits: bigint
  /** The catalogue's reference price, in units of `precision`. */
  readonly refUnits: bigint
  /** By which it trades or was opened; without them those of version 1. */
  readonly terms?: ContractTerms
  /** Millionths of each fee that the customer of this order does not pay; absent where the customer has no discount. */
  readonly feeDiscountPpm?: bigint
}

/** A pair is major when both currencies are of these six (ESMA decision 2018/796, annex I). */
const majorCurrencies: readonly string[] = ['USD', 'EUR', 'JPY', 'GBP', 'CAD', 'CHF']
/** Futures on the S&P 500, Nasdaq 100, Dow Jones, Nikkei 225 and DAX, which the same annex names. */
const majorIndices: readonly string[] = ['ES', 'MES', 'NQ', 'MNQ', 'YM', 'NKD', 'FDAX']
const minorIndices: readonly string[] = ['RTY', 'HSI']
const cryptoFutures: readonly string[] = ['BTC', 'MBT', 'ETH']

type Classified = Pick<ContractInstrument, 'type' | 'subType' | 'base' | 'quote'>

/** The class of an instrument. Whatever is not named as a major one is in the class of the lower cap. */
export function classNameOf({ type, subType, base, quote }: Classified): ContractClassName {
  if (type === 1) return majorCurrencies.includes(base) && majorCurrencies.includes(quote) ? 'fxMajor' : 'fxMinor'
  if (type === 2) return 'crypto'
  if (type === 3) return 'stock'
  if (type === 4) return futureClass(base)
  if (subType === 'etf') return 'etf'
  if (base !== 'XAU') return 'metal'
  return quote === 'USD' ? 'gold' : 'goldCross'
}

function futureClass(base: string): ContractClassName {
  if (majorIndices.includes(base)) return 'indexMajor'
  if (minorIndices.includes(base)) return 'indexMinor'
  return cryptoFutures.includes(base) ? 'cryptoFuture' : 'commodityFuture'
}

const fixedLots: ReadonlyMap<string, bigint> = new Map([
  ['BTC', oneUnit / 10n],
  ['MBT', oneUnit / 10n],
  ['ETH', oneUnit],
])
const lotWorth = 1_000n

/**
 * 1 lot of an instrument, in hundred-millionths of a unit. Crypto: BTC 0.1, ETH 1, and of the others what 1 000 USDT were
 * worth at the catalogue's reference price, cut to one digit, so that it never moves with the price.
 */
export function lotSizeOf(instrument: ContractInstrument): bigint {
  const fixed = contractClasses[classNameOf(instrument)].lotSize ?? fixedLots.get(instrument.base)
  if (fixed !== undefined) return fixed
  const worth = (lotWorth * oneUnit * 10n ** BigInt(instrument.precision)) / instrument.refUnits
  const digit = 10n ** BigInt(Math.max(0, worth.toString().length - 1))
  const cut = (worth / digit) * digit
  // A hundredth of a lot must be a whole number of smallest units.
  return cut < 100n ? 100n : cut
}
