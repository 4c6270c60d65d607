import { oneOf, tableSearch } from '../lib/search.ts'

/** What a screen of requests keeps in its address. */
export const requestSearch = { ...tableSearch, show: oneOf(['all']) }
/** The same where requests stand in a tab of their own. */
export const requestTabSearch = { ...requestSearch, tab: oneOf(['requests']) }
