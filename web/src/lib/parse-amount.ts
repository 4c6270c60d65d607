import { formatUnits, parseUnits } from '@evenhand/protocol/money.ts'

/**
 * What a customer's text means as an amount. `ambiguous`: one mark before exactly three digits may be a decimal point or
 * group thousands, so the customer is asked; `readings` are the possible values as plain decimal text.
 */
export type ParsedAmount =
  | { readonly kind: 'empty' | 'malformed' }
  | { readonly kind: 'ambiguous'; readonly readings: readonly string[] }
  | { readonly kind: 'amount'; readonly units: bigint; readonly text: string }

/** Decimals of USDT. */
export const usdtScale = 6
const longest = 30

// The first digit of each script whose digits people type: Arabic-Indic, extended Arabic-Indic, Devanagari, fullwidth.
const zeros = [0x660, 0x6f0, 0x966, 0xff10]
const marks: Readonly<Record<string, string>> = {
  '٫': '.',
  '．': '.',
  '。': '.',
  '،': ',',
  '，': ',',
  '٬': ',',
  '’': "'",
}

/** Digits of other scripts and their marks as ASCII; white space between groups goes. */
function ascii(text: string): string {
  const turned = [...text.trim()].map((sign) => {
    const code = sign.codePointAt(0) ?? 0
    const zero = zeros.find((first) => code >= first && code <= first + 9)
    return zero === undefined ? (marks[sign] ?? sign) : String(code - zero)
  })
  return turned.join('').replace(/(?<=\d)[\s']+(?=\d{3}(?:\D|$))/g, '')
}

const groups = (mark: string): RegExp => new RegExp(`^[1-9]\\d{0,2}(?:\\${mark}\\d{3})+$`)

function amount(whole: string, fraction: string, scale: number): ParsedAmount {
  if (whole === '' && fraction === '') return { kind: 'malformed' }
  const trimmed = fraction.replace(/0+$/, '')
  const plain = `${whole.replace(/^0+(?=\d)/, '') || '0'}${trimmed === '' ? '' : `.${trimmed}`}`
  const units = parseUnits(plain, scale)
  return units === undefined ? { kind: 'malformed' } : { kind: 'amount', units, text: formatUnits(units, scale, 2) }
}

/**
 * Reads an amount strictly: digits of any usual script, `.` or `,` as the decimal mark where only one reading is
 * possible. `scale`: decimals of the asset, USDT's without it. Signs, exponents, more decimals than the asset has and
 * anything else are malformed; nothing is guessed and nothing is rounded.
 */
export function parseAmount(text: string, scale = usdtScale): ParsedAmount {
  const plain = ascii(text)
  if (plain === '') return { kind: 'empty' }
  if (plain.length > longest || !/^[\d.,]*\d[\d.,]*$/.test(plain)) return { kind: 'malformed' }
  const used = [...new Set(plain.replace(/\d/g, ''))]
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','))
  if (used.length === 0) return amount(plain, '', scale)
  const mark = plain[last] ?? '.'
  const before = plain.slice(0, last)
  const after = plain.slice(last + 1)
  if (used.length === 2) {
    const other = mark === '.' ? ',' : '.'
    return groups(other).test(before) ? amount(before.replaceAll(other, ''), after, scale) : { kind: 'malformed' }
  }
  if (before.includes(mark))
    return groups(mark).test(plain) ? amount(plain.replaceAll(mark, ''), '', scale) : { kind: 'malformed' }
  if (!groups(mark).test(plain)) return amount(before, after, scale)
  const readings = [amount(before + after, '', scale), amount(before, after, scale)]
  return { kind: 'ambiguous', readings: readings.flatMap((one) => (one.kind === 'amount' ? [one.text] : [])) }
}
