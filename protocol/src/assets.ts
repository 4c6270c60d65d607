import * as z from 'zod/mini'
import { decimalText } from './money.ts'
import { get } from './route.ts'
import { epochMs, nothing } from './shapes.ts'

const line = z.object({
  asset: z.string(),
  /** What is neither on its way out nor set aside in an order. */
  free: decimalText,
  /** Of it, what can be taken out and not traded with: until identity is verified, and lent money always. */
  notTradable: decimalText,
  /** Of it, what open contracts may still lose: it can neither be taken out nor traded with. */
  atRisk: decimalText,
  /** On its way out: withdrawals that have not ended. */
  held: decimalText,
  /** Set aside in running orders. */
  inProducts: decimalText,
  /** Owed after a chain took a deposit back that was spent; nothing else is taken for it. */
  owed: decimalText,
  /** Free, held and in products in USDT by the last recorded price; null where none is fresh. */
  usdt: z.nullable(decimalText),
})
export type AssetLine = z.output<typeof line>

export const assets = get('/swx/customer/user/assets', {
  summary: 'What the account the header names has of each asset: free, on its way out, in products, and owed.',
  signedIn: true,
  keys: 'read',
  money: true,
  request: nothing,
  result: z.object({
    assets: z.array(line),
    /** The sum in USDT; null where a price is missing. */
    total: z.nullable(decimalText),
    at: epochMs,
  }),
  refusals: [],
})
