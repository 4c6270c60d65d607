import { scaledInteger } from '@evenhand/ui/format.tsx'

/** Decimal text as something that sorts; amounts of any of our coins have at most eight decimals. */
export const scaled = (text: string): bigint => scaledInteger(text, 8)
