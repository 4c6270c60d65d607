/** What a customer watches, all markets, and the five categories by the wire's type, in the order of the tabs. */
export const categories = ['watch', 'all', '1', '2', '3', '4', '5'] as const
export type Category = (typeof categories)[number]
export const categoryOf = (text: string | undefined): Category =>
  categories.find((category) => category === text) ?? 'all'
