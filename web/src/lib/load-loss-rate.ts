import { publicStats } from '@evenhand/protocol/books.ts'
import type { GuardedProduct } from '@evenhand/protocol/safeguards.ts'
import { call } from './call.ts'

/** The public figure that counts the losing accounts of a product. */
const figureOf: Readonly<Record<GuardedProduct, string>> = { options: 'lossRate', contracts: 'contractsLossRate' }

/**
 * The share of a product's accounts that lost, in percent as the installation signs it; null while too few accounts have
 * traded or nothing counts them.
 */
export const loadLossRate = async (product: GuardedProduct): Promise<string | null> =>
  (await call(publicStats, {})).figures.find(({ name }) => name === figureOf[product])?.value ?? null
