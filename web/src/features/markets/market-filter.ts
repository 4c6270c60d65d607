import type { MarketItem } from '@evenhand/protocol/markets.ts'
import type { AccountMode } from '@evenhand/protocol/money.ts'

/** What a list can be narrowed to: instruments on which options or contracts can be bought now, open ones, closed ones. */
export const filters = ['options', 'contracts', 'open', 'closed'] as const
export type Filter = (typeof filters)[number]

/** The filters an address names, with dots between them. */
export const filtersOf = (text: string | undefined): readonly Filter[] => {
  const named = new Set(text?.split('.'))
  return filters.filter((filter) => named.has(filter))
}

/** The address's text after a press on a filter. Open and closed exclude each other; so do products and closed. */
export function pressed(chosen: readonly Filter[], filter: Filter): string | undefined {
  const against: readonly Filter[] = filter === 'closed' ? ['open', 'options', 'contracts'] : ['closed']
  const next = chosen.includes(filter)
    ? chosen.filter((one) => one !== filter)
    : [...chosen.filter((one) => !against.includes(one)), filter]
  return next.length === 0 ? undefined : filters.filter((one) => next.includes(one)).join('.')
}

/** The items that pass. Without an account a visitor sees what can be bought on either. */
export function narrowed(
  items: readonly MarketItem[],
  chosen: readonly Filter[],
  mode: AccountMode | undefined,
): readonly MarketItem[] {
  if (chosen.length === 0) return items
  const passes = {
    open: (item: MarketItem) => item.session.open,
    closed: (item: MarketItem) => !item.session.open,
    options: ({ options }: MarketItem) => (mode === undefined ? options !== undefined : options?.includes(mode)),
    contracts: ({ contracts }: MarketItem) =>
      mode === undefined ? contracts !== undefined : contracts?.includes(mode),
  }
  return items.filter((item) => chosen.every((filter) => passes[filter](item)))
}
