import { collectibleSorts, shownStatuses } from '@evenhand/protocol/collectibles.ts'

export type Search = Partial<Record<'id' | 'charity' | 'show' | 'status' | 'sort' | 'page', string | undefined>>
/** What the market can be narrowed to; the first is without a status. */
export const filters = ['all', 'LIVE', 'LISTED_FIXED', 'SCHEDULED', 'SOLD'] as const
/** What owners sell is no status of a work, and a filter beside the others all the same. */
export const resaleFilter = 'RESALE'
export const filtersWithResale = [...filters, resaleFilter] as const
type Status = (typeof shownStatuses)[number]
type Sort = (typeof collectibleSorts)[number]
export type Filter = {
  readonly status: Status | undefined
  /** Only works that their owners sell. */
  readonly resale: boolean
  readonly sort: Sort
  readonly page: number
}

/** What an address requests of the market; a word it does not know is as if it were not there. */
export function filterOf(search: Search): Filter {
  const status = shownStatuses.find((one) => one === search.status)
  const sort = collectibleSorts.find((one) => one === search.sort) ?? 'ending'
  const page = /^[1-9]\d{0,3}$/.test(search.page ?? '') ? Number.parseInt(search.page ?? '1', 10) : 1
  return { status, resale: search.status === resaleFilter, sort, page }
}
