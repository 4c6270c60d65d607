import { scaledInteger } from '@evenhand/ui/format.tsx'

/** The units of `scaled` that are one whole. */
export const scaledUnit = 100_000_000

/** Decimal text as something that sorts; amounts of any of our coins have at most eight decimals. */
export const scaled = (text: string): bigint => scaledInteger(text, 8)
