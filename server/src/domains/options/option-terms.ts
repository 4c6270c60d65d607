import type { AccountMode } from '@evenhand/protocol/money.ts'
import { feedQualifies, type FeedOf } from './options.rules.ts'
import { rowsOf, type TermRow, type TermsBook } from './terms-book.ts'

/** The terms on which options are offered now, as the instrument page shows them; the same for every instrument and customer. */
export const optionTerms = (terms: TermsBook): TermRow[] => rowsOf(terms.now())

/** The accounts on which options can be bought on a feed of this kind. */
export const modesOn = (of: Omit<FeedOf, 'mode'>): AccountMode[] =>
  (['real', 'virtual'] as const).filter((mode) => feedQualifies({ ...of, mode }))
