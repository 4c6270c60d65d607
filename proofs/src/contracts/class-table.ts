import { formatUnits, parseUnits } from '@evenhand/protocol/money.ts'
import {
  classNameOf,
  contractClasses,
  leveragesTo,
  type ContractClassName,
  type ContractInstrument,
  type ContractTerms,
  type HalfSpread,
} from './classes.ts'
import { contractClassNames, forEachClass, termsOf, type ClassTerms } from './terms.ts'

// The terms of contracts as two officers write, sign and publish them: decimal text in the units of the rule book.

/** A class: `halfSpread` in its own unit (`halfSpreadUnit`), fee of a side and financing of a day in per cent, highest leverage. */
export type ClassRow = {
  readonly class: string
  readonly halfSpread: string
  readonly fee: string
  readonly financing: string
  readonly leverage: number
}
/** What the house takes in all of an instrument, and of all instruments: notional on each account, whole USDT. */
export type ExposureText = { readonly instrument: string; readonly total: string }
export type ContractTable = { readonly classes: readonly ClassRow[]; readonly exposure: ExposureText }

export type HalfSpreadUnit = 'pips' | 'quote' | 'percent'
/** Decimals of the text of each unit. */
const decimalsOf = { pips: 1, quote: 2, percent: 4 } as const
const percentDecimals = decimalsOf.percent

const spreadParts = (halfSpread: HalfSpread): { unit: HalfSpreadUnit; value: bigint } => {
  if ('pipTenths' in halfSpread) return { unit: 'pips', value: halfSpread.pipTenths }
  if ('hundredths' in halfSpread) return { unit: 'quote', value: halfSpread.hundredths }
  return { unit: 'percent', value: halfSpread.ppm }
}
const spreadOf = (unit: HalfSpreadUnit, value: bigint): HalfSpread => {
  if (unit === 'pips') return { pipTenths: value }
  return unit === 'quote' ? { hundredths: value } : { ppm: value }
}

/** The unit of a class's half-spread; it is the same under every version. */
export const halfSpreadUnit = (name: ContractClassName): HalfSpreadUnit =>
  spreadParts(contractClasses[name].halfSpread).unit

type Bound = readonly [lowest: bigint, highest: bigint]
/** At most so many times what version 1 has. */
const widest = 5n
/** 0.3 % for going in and out, both sides together. */
const highestFee = 1_500n

/**
 * Within what two officers may decide for a class: the half-spread between one unit of its text and five times that of
 * version 1, the fee up to 0.15 % a side, financing up to five times that of version 1 (what expires has none), and leverage
 * up to the cap of version 1, which is the law's.
 */
export function classBounds(name: ContractClassName) {
  const { halfSpread, financingPpm, leverages } = contractClasses[name]
  return {
    halfSpread: [1n, spreadParts(halfSpread).value * widest],
    fee: [0n, highestFee],
    financing: [0n, financingPpm * widest],
    leverages,
  } as const satisfies { halfSpread: Bound; fee: Bound; financing: Bound; leverages: readonly number[] }
}

/** Whole USDT. */
export const exposureBounds: Bound = [1_000n, 1_000_000_000n]

/** The bounds of a class as they are written. */
export function classBoundsText(name: ContractClassName) {
  const { halfSpread, fee, financing, leverages } = classBounds(name)
  const text = ([lowest, highest]: Bound, decimals: number) =>
    [formatUnits(lowest, decimals, 0), formatUnits(highest, decimals, 0)] as const
  return {
    halfSpread: text(halfSpread, decimalsOf[halfSpreadUnit(name)]),
    fee: text(fee, percentDecimals),
    financing: text(financing, percentDecimals),
    leverages,
  }
}

/** The terms of a class as they are written. */
export function rowOf(name: ContractClassName, terms: Omit<ContractTerms, 'version'>): ClassRow {
  const { unit, value } = spreadParts(terms.halfSpread)
  return {
    class: name,
    halfSpread: formatUnits(value, decimalsOf[unit]),
    fee: formatUnits(terms.feePpm, percentDecimals, 2),
    financing: formatUnits(terms.financingPpm, percentDecimals, 2),
    leverage: terms.leverages.at(-1) ?? 1,
  }
}

const within = (value: bigint | undefined, [lowest, highest]: Bound): value is bigint =>
  value !== undefined && value >= lowest && value <= highest

/** The terms that a row stands for; undefined where one of its values is none, or out of bounds. */
export function termsOfRow(row: ClassRow, version: number): ContractTerms | undefined {
  const name = contractClassNames.find((one) => one === row.class)
  if (name === undefined) return undefined
  const bounds = classBounds(name)
  const unit = halfSpreadUnit(name)
  const halfSpread = parseUnits(row.halfSpread, decimalsOf[unit])
  const feePpm = parseUnits(row.fee, percentDecimals)
  const financingPpm = parseUnits(row.financing, percentDecimals)
  if (!within(halfSpread, bounds.halfSpread) || !within(feePpm, bounds.fee)) return undefined
  if (!within(financingPpm, bounds.financing) || !bounds.leverages.includes(row.leverage as never)) return undefined
  return { version, leverages: leveragesTo(row.leverage), halfSpread: spreadOf(unit, halfSpread), feePpm, financingPpm }
}

/** The terms of an instrument as an order and its record state them. */
export type StatedTerms = Omit<ClassRow, 'class'> & {
  readonly version: number
  /** Per cent of each fee that is not paid; absent where there is no discount. */
  readonly feeDiscount?: string
}

/** The one discount on fees: what an invited customer does not pay in the first 90 days. Millionths. */
export const invitedFeeDiscountPpm = 100_000n

export function statedTerms(instrument: ContractInstrument): StatedTerms {
  const terms = termsOf(instrument)
  const { halfSpread, fee, financing, leverage } = rowOf(classNameOf(instrument), terms)
  const { feeDiscountPpm } = instrument
  const discount = feeDiscountPpm === undefined ? {} : { feeDiscount: formatUnits(feeDiscountPpm, percentDecimals, 2) }
  return { version: terms.version, halfSpread, fee, financing, leverage, ...discount }
}

/** The instrument under terms as they are stated; undefined for terms that two officers may not decide for its class. */
export function underTerms(
  instrument: ContractInstrument,
  stated: Omit<StatedTerms, 'feeDiscount'> & { readonly feeDiscount?: string | undefined },
): ContractInstrument | undefined {
  const terms = termsOfRow({ ...stated, class: classNameOf(instrument) }, stated.version)
  const feeDiscountPpm = stated.feeDiscount === undefined ? undefined : parseUnits(stated.feeDiscount, percentDecimals)
  if (stated.feeDiscount !== undefined && feeDiscountPpm !== invitedFeeDiscountPpm) return undefined
  return terms && { ...instrument, terms, ...(feeDiscountPpm === undefined ? {} : { feeDiscountPpm }) }
}

/** Smallest units of USDT. */
export type Exposure = { readonly instrument: bigint; readonly total: bigint }
export type ContractVersion = { readonly version: number; readonly classes: ClassTerms; readonly exposure: Exposure }

/** The limits that text stands for; undefined where one is out of bounds, or an instrument's is above that of all. */
export function exposureOf({ instrument, total }: ExposureText): Exposure | undefined {
  const [one, all] = [parseUnits(instrument, 0), parseUnits(total, 0)]
  if (!within(one, exposureBounds) || !within(all, exposureBounds) || one > all) return undefined
  return { instrument: one * 1_000_000n, total: all * 1_000_000n }
}

/** What a table stands for: every class once, in the order of version 1. Undefined where it does not fit. */
export function versionOf(version: number, table: ContractTable): ContractVersion | undefined {
  const exposure = exposureOf(table.exposure)
  const isWhole =
    table.classes.length === contractClassNames.length &&
    table.classes.every((row, at) => row.class === contractClassNames[at])
  const terms = table.classes.map((row) => termsOfRow(row, version))
  if (exposure === undefined || !isWhole || terms.includes(undefined)) return undefined
  const classes = forEachClass((name) => terms[contractClassNames.indexOf(name)] as ContractTerms)
  return { version, classes, exposure }
}

/** Version 1 as it is written. */
export const firstTable: ContractTable = {
  classes: contractClassNames.map((name) => rowOf(name, contractClasses[name])),
  exposure: { instrument: '2000000', total: '20000000' },
}
