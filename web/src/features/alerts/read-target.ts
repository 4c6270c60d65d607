import { formatUnits, parseUnits } from '@evenhand/protocol/money.ts'
import type { PriceAlert } from '@evenhand/protocol/notices.ts'

export type AlertKind = PriceAlert['kind']

/** What a customer's text means as the target of an alert: its units and its decimal text, or what is wrong with it. */
export type Target =
  | { readonly is: 'target'; readonly units: bigint; readonly text: string }
  | { readonly is: 'empty' | 'malformed' | 'decimals' | 'tooLarge' }

const percentScale = 2
const maxTarget = 10n ** 15n

/** Decimals of a target: those of the instrument, or two of a percentage. */
export const scaleOf = (kind: AlertKind, precision: number): number => (kind === 'CHANGE' ? percentScale : precision)

/** Digits of other scripts and their decimal mark as ASCII. */
const ascii = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 15))
    .replace('\u066b', '.')
    .trim()

/** Reads a price or a percentage strictly: plain digits with one point, above zero, never rounded. */
export function readTarget(text: string, scale: number): Target {
  const plain = ascii(text)
  if (plain === '') return { is: 'empty' }
  const [, whole = '', fraction = ''] = /^0*(\d{1,18})(?:\.(\d*))?$/.exec(plain) ?? []
  if (whole === '') return { is: 'malformed' }
  const kept = fraction.replace(/0+$/, '')
  if (kept.length > scale) return { is: 'decimals' }
  const units = parseUnits(kept === '' ? whole : `${whole}.${kept}`, scale) ?? 0n
  if (units <= 0n) return { is: 'malformed' }
  return units > maxTarget ? { is: 'tooLarge' } : { is: 'target', units, text: formatUnits(units, scale) }
}

/** True when the price is at the target already: it is notified of only after the price has been on the other side. */
export function isBeyond(kind: AlertKind, target: bigint, price: bigint | undefined): boolean {
  if (price === undefined || kind === 'CHANGE') return false
  return kind === 'ABOVE' ? price >= target : price <= target
}
