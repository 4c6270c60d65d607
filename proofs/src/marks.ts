import { canonical, type Canonical } from './canonical.ts'

/**
 * Four hexadecimal digits of a value's written form (FNV-1a, folded). A mark proves nothing; signatures do. It only lets
 * a verifier name the value that was changed, where a signature shows only that one was.
 */
export function markOf(written: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < written.length; at += 1) hash = Math.imul(hash ^ written.charCodeAt(at), 0x01000193)
  return (((hash ^ (hash >>> 16)) & 0xffff) | 0x10000).toString(16).slice(1)
}

/** A value inside a document and where it stands, for example `settlement.exitTicks[2].price`. */
export type Marked = { readonly at: string; readonly value: Canonical }

const isPlain = (value: Canonical): boolean => value === null || typeof value !== 'object'

/** The values of a document in order: of a list its length and then its items, or all of it where its items are plain. */
export function markedValues(value: Canonical, at: string): Marked[] {
  if (value === null || typeof value !== 'object') return [{ at, value }]
  if (Array.isArray(value)) {
    const items = value as readonly Canonical[]
    if (items.every(isPlain)) return [{ at, value }]
    return [{ at, value: items.length }, ...items.flatMap((item, index) => markedValues(item, `${at}[${index}]`))]
  }
  return Object.entries(value).flatMap(([name, item]) =>
    markedValues(item as Canonical, at === '' ? name : `${at}.${name}`),
  )
}

/** The marks of values, four digits each, one after another. */
export const marksOf = (values: readonly Marked[]): string =>
  values.map(({ value }) => markOf(canonical(value))).join('')

/**
 * Where the values stand whose marks do not fit. When there are more or fewer values than marks, only the first that does
 * not fit has a meaning: the list that grew or shrank, or what follows it.
 */
export function mismarked(values: readonly Marked[], marks: string): string[] {
  const off = values.filter(({ value }, index) => markOf(canonical(value)) !== marks.slice(index * 4, index * 4 + 4))
  return (marks.length === values.length * 4 ? off : off.slice(0, 1)).map(({ at }) => at)
}
