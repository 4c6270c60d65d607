import type { Lang } from '@evenhand/protocol/languages.ts'
import type { Listing, MarketItem } from '@evenhand/protocol/markets.ts'
import type { AccountMode } from '@evenhand/protocol/money.ts'
import { nameOf } from './catalogue/instrument.ts'
import { readingOf } from './catalogue/readings.ts'
import type { Quote } from './quotes/quote-board.ts'
import type { Recording, SessionState } from './sources/source.ts'

type ItemParams = {
  lang: Lang
  session: SessionState
  listing: Listing | undefined
  recording: Recording | undefined
  volume?: string | undefined
  /** The accounts on which options on it can be bought now; only of lists. */
  options?: readonly AccountMode[]
  /** The same of contracts. */
  contracts?: readonly AccountMode[]
}

/** The wire form of an instrument in a list. */
export function marketItem(
  quote: Quote,
  { lang, session, listing, recording, volume, options = [], contracts = [] }: ItemParams,
): MarketItem {
  const { instrument, priceText } = quote
  const appName = nameOf(instrument, lang)
  const pinyin = readingOf(appName, lang)
  return {
    id: String(instrument.id),
    code: instrument.code,
    type: instrument.type,
    ...(instrument.subType === undefined ? {} : { subType: instrument.subType }),
    appName,
    ...(appName === instrument.name ? {} : { latinName: instrument.name }),
    logo: instrument.logo,
    price: priceText,
    nowPrice: priceText,
    zdf: quote.change,
    ...(quote.measured ? {} : { newcomer: true }),
    hundred: [...quote.lastHundred],
    session,
    ...(listing === undefined ? {} : { listing }),
    feedKind: quote.feedKind,
    precision: instrument.displayPrecision,
    ts: quote.ts,
    ...(recording === undefined ? {} : { recording }),
    ...(volume === undefined ? {} : { volume }),
    ...(options.length === 0 ? {} : { options: [...options] }),
    ...(contracts.length === 0 ? {} : { contracts: [...contracts] }),
    ...(pinyin === undefined ? {} : { pinyin }),
  }
}
