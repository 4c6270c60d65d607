import type { Lang } from '@evenhand/protocol/languages.ts'
import { listMarketByType, type MarketItem } from '@evenhand/protocol/markets.ts'
import { putQuotes } from '../../feed/quote-store.ts'
import { call } from '../../lib/call.ts'
import type { Category } from './market-list.ts'

/** Asks for the instruments of a category, and gives their prices to the quote store. */
export async function loadItems(
  category: Category,
  lang: Lang,
  size: number | undefined,
): Promise<readonly MarketItem[]> {
  const type = category === 'all' ? {} : { type: Number.parseInt(category, 10) }
  const answer = await call(listMarketByType, { lang, ...type, ...(size ? { page: 1, size } : {}) })
  const items = Array.isArray(answer) ? answer : answer.rows
  putQuotes(items.map(({ code, price, zdf, ts }) => ({ code, price, zdf, ts, seq: 0 })))
  return items
}
