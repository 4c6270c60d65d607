import { getMarketInfo } from '@evenhand/protocol/markets.ts'
import type { Lang } from '@evenhand/protocol/languages.ts'
import { putQuotes } from '../../feed/quote-store.ts'
import { call } from '../../lib/call.ts'

/** An instrument's facts; its price goes to the quote store at once. */
export async function loadMarketInfo(code: string, lang: Lang) {
  const info = await call(getMarketInfo, { code, lang })
  const { price, zdf, ts } = info.item
  putQuotes([{ code: info.item.code, price, zdf, ts, seq: 0 }])
  return info
}
