import { formatUnits, parseUnits, roundedText } from '@evenhand/protocol/money.ts'
import { decimalsIn } from './contract-ticket.form.ts'

/** A recorded price in the decimals in which its instrument is shown. Display alone: the records that a customer saves have all. */
export function shownPrice(text: string, decimals: number): string {
  const scale = decimalsIn(text)
  return scale > decimals ? roundedText(parseUnits(text, scale) ?? 0n, scale, decimals) : exactPrice(text, decimals)
}

/** A price that was typed, to its last digit; at least the decimals it is shown in. */
export function exactPrice(text: string, decimals: number): string {
  const scale = Math.max(decimals, decimalsIn(text))
  return formatUnits(parseUnits(text, scale) ?? 0n, scale, decimals)
}

type Range = { readonly from: string | null; readonly to: string | null }

/** Bounds in the decimals of the instrument, never wider than they are: what they name is accepted. */
export function shownRange({ from, to }: Range, decimals: number): Range {
  const cut = (text: string | null, up: bigint) => {
    const scale = text === null ? 0 : decimalsIn(text)
    if (text === null || scale <= decimals) return text
    const step = 10n ** BigInt(scale - decimals)
    const units = parseUnits(text, scale) ?? 0n
    return formatUnits((units + up * (step - 1n)) / step, decimals)
  }
  return { from: cut(from, 1n), to: cut(to, 0n) }
}
