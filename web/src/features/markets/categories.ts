/** The five categories by the wire's type, in the order of the tabs; `all` is none of them. */
export const categories = ['all', '1', '2', '3', '4', '5'] as const
export type Category = (typeof categories)[number]
export const categoryOf = (text: string | undefined): Category =>
  categories.find((category) => category === text) ?? 'all'
