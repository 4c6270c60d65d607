import type { ReactNode, Ref } from 'react'

const minus = '\u2212'

/**
 * Decimal text → the one style of every language: `1,234.56`, Latin digits, U+2212 for minus. Display only: decimals
 * beyond `decimals` are cut towards zero, missing ones are filled with zeros; the value itself is never a number.
 */
export function formatDecimal(text: string, options: { decimals?: number; sign?: boolean } = {}): string {
  const negative = text.startsWith('-')
  const [whole = '0', fraction = ''] = (negative ? text.slice(1) : text).split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  const shown =
    options.decimals === undefined ? fraction : fraction.slice(0, options.decimals).padEnd(options.decimals, '0')
  const zero = /^0*$/.test(whole + shown)
  const sign = zero ? '' : negative ? minus : options.sign ? '+' : ''
  return `${sign}${grouped}${shown === '' ? '' : `.${shown}`}`
}

/** Balances and amounts: at least two decimals, more only where the value has them, at most `scale`. */
export function formatAmount(text: string, scale = 8): string {
  const fraction = (text.split('.')[1] ?? '').slice(0, scale).replace(/0+$/, '')
  return formatDecimal(text, { decimals: fraction.length < 2 ? 2 : fraction.length })
}

/** A change in percent with its sign: `+1.20%`, `−0.40%`, `0.00%`. */
export const formatChange = (text: string): string => `${formatDecimal(text, { decimals: 2, sign: true })}%`

/** −1, 0 or 1: the sign of decimal text. */
export const signOf = (text: string): -1 | 0 | 1 => (/^-?0*\.?0*$/.test(text) ? 0 : text.startsWith('-') ? -1 : 1)

/** Compares two non-negative decimals of the same precision without converting them to numbers. */
export function compareDecimals(a: string, b: string): -1 | 0 | 1 {
  if (a === b) return 0
  const wholeA = a.split('.')[0] ?? ''
  const wholeB = b.split('.')[0] ?? ''
  if (wholeA.length !== wholeB.length) return wholeA.length < wholeB.length ? -1 : 1
  return a < b ? -1 : 1
}

/**
 * Decimal text → a whole number of 10^−decimals, for ordering and drawing what is already on the screen. Decimals beyond
 * are cut. Money is parsed by the protocol's own codecs, which refuse instead.
 */
export function scaledInteger(text: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
}

/** A figure that keeps its own left-to-right order inside any text. */
export const Figure = ({
  ref,
  className,
  children,
}: {
  ref?: Ref<HTMLElement>
  className?: string
  children: ReactNode
}) => (
  <bdi ref={ref} dir="ltr" className={className}>
    {children}
  </bdi>
)

/** An amount with its asset behind it, in one unbreakable left-to-right piece. */
export const Amount = ({
  text,
  asset = 'USDT',
  className,
  sign = false,
}: {
  text: string
  asset?: string
  className?: string
  sign?: boolean
}) => (
  <Figure className={className ? `whitespace-nowrap ${className}` : 'whitespace-nowrap'}>
    {sign && signOf(text) === 1 ? '+' : ''}
    {formatAmount(text)} {asset.split('.')[0]}
  </Figure>
)
