import * as z from 'zod/mini'

/** Smallest units per whole unit are 10 to the power of the scale. Virtual and loan money are assets of their own. */
export const assetScales = { USDT: 6, 'USDT.virtual': 6, 'USDT.loan': 6, BTC: 8, ETH: 8 } as const

export type Asset = keyof typeof assetScales
/** An amount of one asset in its smallest unit; never a JavaScript number. */
export type Money = { readonly asset: Asset; readonly units: bigint }
/** Which of a customer's two accounts a call reads or moves. */
export type AccountMode = 'virtual' | 'real'

/** The asset in which a mode trades. */
export const tradingAsset = (mode: AccountMode): Asset => (mode === 'virtual' ? 'USDT.virtual' : 'USDT')

/** The specification's header: flag 1 (real) sends NO, flag 0 (virtual) sends YES. The only place that knows it. */
export const virtuallyHeader = { virtual: 'YES', real: 'NO' } as const satisfies Record<AccountMode, string>
/** The account that the header `virtually` names; undefined where it names none. */
export const modeOfHeader = (value: unknown): AccountMode | undefined =>
  value === 'YES' ? 'virtual' : value === 'NO' ? 'real' : undefined

const decimal = /^-?(?:0|[1-9][0-9]{0,17})(?:\.[0-9]+)?$/

/**
 * Decimal text → smallest units, exactly. Returns undefined for anything that is not plain ASCII decimal text, has more
 * decimals than the scale, or is longer than 18 whole digits: money refuses, it never rounds or coerces.
 */
export function parseUnits(text: unknown, scale: number): bigint | undefined {
  if (typeof text !== 'string' || text.length > 40 || !decimal.test(text)) return undefined
  const [whole = '', fraction = ''] = text.split('.')
  if (fraction.length > scale) return undefined
  return BigInt(whole + fraction.padEnd(scale, '0'))
}

/** Smallest units → decimal text with all decimals of the scale, or without trailing zeros beyond `keep` decimals. */
export function formatUnits(units: bigint, scale: number, keep: number = scale): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  let fraction = digits.slice(digits.length - scale)
  while (fraction.length > keep && fraction.endsWith('0')) fraction = fraction.slice(0, -1)
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

/** Money as the wire carries it: "94.000000". */
export const moneyText = (money: Money): string => formatUnits(money.units, assetScales[money.asset])

export type Rounding = 'floor' | 'ceil' | 'half-even'

/** a × b ÷ c with one explicit rounding; the only division of money. Throws a RangeError when c is 0. */
// oxlint-disable-next-line max-params -- three operands and how to round: the sign of a formula, not a list of settings
export function mulDiv(a: bigint, b: bigint, c: bigint, rounding: Rounding): bigint {
  const product = a * b
  let quotient = product / c
  const rest = product % c
  if (rest === 0n) return quotient
  const negative = rest < 0n !== c < 0n
  const twice = (rest < 0n ? -rest : rest) * 2n
  const size = c < 0n ? -c : c
  const away = negative ? -1n : 1n
  if (rounding === 'floor') return negative ? quotient - 1n : quotient
  if (rounding === 'ceil') return negative ? quotient : quotient + 1n
  if (twice > size || (twice === size && quotient % 2n !== 0n)) quotient += away
  return quotient
}

/** Smallest units as decimal text of `shown` decimals, at most those of the scale; half-even. For display alone. */
export const roundedText = (value: bigint, scale: number, shown: number): string =>
  formatUnits(scale === shown ? value : mulDiv(value, 1n, 10n ** BigInt(scale - shown), 'half-even'), shown)

/** Wire codec of an amount: decimal string ⇄ bigint of the smallest unit, at most `scale` decimals, not negative. */
export const units = (scale: number) =>
  z.codec(
    z.string().check(z.maxLength(40), z.regex(new RegExp(`^(?:0|[1-9][0-9]{0,17})(?:\\.[0-9]{1,${scale}})?$`))),
    z.bigint(),
    {
      decode: (text) => parseUnits(text, scale) ?? 0n,
      encode: (value) => formatUnits(value, scale),
    },
  )

/** A decimal string as the wire shows it; used where a value is displayed and not calculated with. */
export const decimalText = z.string().check(z.regex(/^-?(?:0|[1-9][0-9]{0,17})(?:\.[0-9]+)?$/))
