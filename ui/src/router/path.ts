/** The names of the parameters of a path: `/orders/$id` has `id`. */
export type ParamNames<P extends string> = P extends `${infer Head}/${infer Rest}`
  ? ParamNames<Head> | ParamNames<Rest>
  : P extends `$${infer Name}`
    ? Name
    : never
export type Params<P extends string> = { readonly [name in ParamNames<P>]: string }

const segmentsOf = (path: string): string[] => path.replace(/\/+$/, '').split('/')
const isParam = (segment: string): boolean => segment.startsWith('$')

/** The parameters of a pathname by a route's path; undefined where it does not match. A trailing slash is allowed. */
export function matchPath(path: string, pathname: string): Record<string, string> | undefined {
  const [expected, given] = [segmentsOf(path), segmentsOf(pathname)]
  if (expected.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [at, segment] of expected.entries()) {
    const value = given[at] ?? ''
    if (!isParam(segment)) {
      if (segment !== value) return undefined
      continue
    }
    const decoded = decodeSegment(value)
    if (decoded === undefined || decoded === '') return undefined
    params[segment.slice(1)] = decoded
  }
  return params
}

function decodeSegment(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** A route's path with its parameters filled in. Throws for a value that no segment of an address can hold. */
export const fillPath = (path: string, params: Readonly<Record<string, string>>): string =>
  path
    .split('/')
    .map((segment) => (isParam(segment) ? encodeSegment(segment, params[segment.slice(1)]) : segment))
    .join('/')

function encodeSegment(name: string, value: string | undefined): string {
  // Browsers resolve a segment of dots before the server or the router reads it.
  if (value === undefined || /^\.{0,2}$/.test(value)) throw new Error(`${name} cannot be "${value}" in an address`)
  return encodeURIComponent(value)
}

/** The form of a path: two paths of one form match the same addresses. A literal sorts before a parameter. */
const formOf = (path: string): string =>
  segmentsOf(path)
    .map((segment) => (isParam(segment) ? '1' : `0${segment}`))
    .join('/')

/** The routes in the order in which they are tried. Throws when two of them match the same addresses. */
export function sortByPath<R extends { readonly path: string }>(routes: readonly R[]): R[] {
  const byForm = new Map<string, R>()
  for (const route of routes) {
    const other = byForm.get(formOf(route.path))
    if (other) throw new Error(`${route.path} and ${other.path} match the same addresses`)
    byForm.set(formOf(route.path), route)
  }
  return [...byForm].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, route]) => route)
}
