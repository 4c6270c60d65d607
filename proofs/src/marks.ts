import { canonical, type Canonical } from './canonical.ts'

/**
 * Four hexadecimal digits of a value's written form (FNV-1a, folded). A mark proves nothing; signatures do. It only lets
 * a verifier say which value was changed, where a signature can say no more than that one was.
 */
export function markOf(written: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < written.length; at += 1) hash = Math.imul(hash ^ written.charCodeAt(at), 0x01000193)
  return (((hash ^ (hash >>> 16)) & 0xffff) | 0x10000).toString(16).slice(1)
}

/** A value inside a document and where it stands, for example `settlement.exitTicks[2].price`. */
export type Marked = { readonly at: string; readonly value: Canonical }

const isPlain = (value: Canonical): boolean => value === null || typeof value !== 'object'

/** The values of a document in order; a list of plain values counts as one. */
export function markedValues(value: Canonical, at: string): Marked[] {
  if (value === null || typeof value !== 'object') return [{ at, value }]
  if (Array.isArray(value)) {
    const items = value as readonly Canonical[]
    if (items.every(isPlain)) return [{ at, value }]
    return items.flatMap((item, index) => markedValues(item, `${at}[${index}]`))
  }
  return Object.entries(value).flatMap(([name, item]) =>
    markedValues(item as Canonical, at === '' ? name : `${at}.${name}`),
  )
}

/** The marks of values, four digits each, one after another. */
export const marksOf = (values: readonly Marked[]): string =>
  values.map(({ value }) => markOf(canonical(value))).join('')

/** Where the values stand whose marks do not fit. When the number of marks differs, nothing can be said: none. */
export function mismarked(values: readonly Marked[], marks: string): string[] {
  if (marks.length !== values.length * 4) return []
  return values
    .filter(({ value }, index) => markOf(canonical(value)) !== marks.slice(index * 4, index * 4 + 4))
    .map(({ at }) => at)
}
