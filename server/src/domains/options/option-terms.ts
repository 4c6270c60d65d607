import type { AccountMode } from '@evenhand/protocol/money.ts'
import { feedQualifies, offeredOf, type FeedParams } from './options.rules.ts'
import { rowsOf, type TermRow, type TermsBook } from './terms-book.ts'

/** The terms above a floor, seconds, on which options are offered now, as a market's page shows them; one for everybody. */
export const optionTerms = (terms: TermsBook, floor: number): TermRow[] =>
  rowsOf({ products: offeredOf(terms.now().products, floor) })

/** Whether the grain of an instrument leaves a term. */
export const hasTerms = (terms: TermsBook, floor: number): boolean => offeredOf(terms.now().products, floor).length > 0

/** The accounts on which options can be bought on a feed of this kind; none where there is no term. */
export const modesOn = (params: Omit<FeedParams, 'mode'> & { hasTerms: boolean }): AccountMode[] =>
  params.hasTerms ? (['real', 'virtual'] as const).filter((mode) => feedQualifies({ ...params, mode })) : []
