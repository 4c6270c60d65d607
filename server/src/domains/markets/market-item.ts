import type { Lang } from '@evenhand/protocol/languages.ts'
import type { Listing, MarketItem } from '@evenhand/protocol/markets.ts'
import { nameOf } from './catalogue/instrument.ts'
import type { Quote } from './quote-board.ts'
import type { Recording, SessionState } from './source.ts'

type ItemOf = {
  lang: Lang
  session: SessionState
  listing: Listing | undefined
  recording: Recording | undefined
}

/** What the wire says of an instrument in a list. */
export function marketItem(quote: Quote, { lang, session, listing, recording }: ItemOf): MarketItem {
  const { instrument, priceText } = quote
  return {
    id: String(instrument.id),
    code: instrument.code,
    type: instrument.type,
    ...(instrument.subType === undefined ? {} : { subType: instrument.subType }),
    appName: nameOf(instrument, lang),
    logo: '',
    price: priceText,
    nowPrice: priceText,
    zdf: quote.change,
    hundred: [...quote.lastHundred],
    session,
    ...(listing === undefined ? {} : { listing }),
    feedKind: quote.feedKind,
    precision: instrument.precision,
    ts: quote.ts,
    ...(recording === undefined ? {} : { recording }),
  }
}
