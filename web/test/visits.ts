/**
 * Which languages, widths and themes a journey is taken in: the first wide one and the last narrow one of the list; all of
 * them in `npm run check:full`. What a journey does is the same in each, so the rest is about pictures.
 */
export function visitsOf<V extends { readonly lang: string; readonly width: number }>(all: readonly V[]): readonly V[] {
  if (process.env['ALL_VISITS'] === '1') return all
  const wide = all.find(({ width }) => width > 375)
  const narrow = all.findLast(({ width }) => width === 375)
  return [wide, narrow].filter((visit) => visit !== undefined)
}
