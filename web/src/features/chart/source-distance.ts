import { scaledInteger } from '../../lib/format.tsx'

const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0

/** How far a source's price lies from the index, in millionths of it, rounded towards zero; 0 where there is no index. */
export function partsPerMillion(mid: string, price: string): number {
  const decimals = Math.max(decimalsOf(mid), decimalsOf(price))
  const index = scaledInteger(price, decimals)
  return index === 0n ? 0 : Number(((scaledInteger(mid, decimals) - index) * 1_000_000n) / index)
}

/** The same as text in percent with its sign and three decimals: +0.012%. */
export function distanceText(mid: string, price: string): string {
  const ppm = partsPerMillion(mid, price)
  const thousandths = Math.trunc(Math.abs(ppm) / 10)
  const text = `${Math.trunc(thousandths / 1000)}.${String(thousandths % 1000).padStart(3, '0')}%`
  return thousandths === 0 ? text : `${ppm > 0 ? '+' : '−'}${text}`
}
