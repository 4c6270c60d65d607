import { refusalOf, type RefusalKey } from './codes.ts'

// How a call and its response travel, for whichever app makes the call.

/** The server refused, with a key of the one table and the values of its text. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly key: RefusalKey
  readonly code: number
  readonly params: Readonly<Record<string, unknown>>
  readonly traceId: string
  constructor(key: RefusalKey, options: { code: number; params: Readonly<Record<string, unknown>>; traceId: string }) {
    super(`refused: ${key}`)
    this.key = key
    this.code = options.code
    this.params = options.params
    this.traceId = options.traceId
  }
}

type Unreachable = 'timeout' | 'offline' | 'broken' | 'download'

/**
 * No usable response came: too late, without a network, or not in the shape of a response. The effect is unknown; of a
 * `download` it is known, since nothing but a file was requested.
 */
export class Unreached extends Error {
  override readonly name = 'Unreached'
  readonly kind: Unreachable
  readonly status: number | undefined
  constructor(kind: Unreachable, options: { cause: unknown; status?: number }) {
    super(`unreached: ${kind}`, { cause: options.cause })
    this.kind = kind
    this.status = options.status
  }
}

/** True when this refusal is one of the keys. */
export const isRefused = (problem: unknown, ...keys: readonly RefusalKey[]): problem is Refused =>
  problem instanceof Refused && (keys.length === 0 || keys.includes(problem.key))

/** The encoded side of a request, by its names. */
export type Wire = Record<string, unknown>
type Call = { readonly method: string; readonly path: string }

/** Whether the values of a call stand in its address. */
export const isInQuery = ({ method }: Pick<Call, 'method'>): boolean => method === 'GET' || method === 'DELETE'

/** Where a call goes: values in the `:name` parts of its path; the rest in the query, or as `body`. */
export function addressed(route: Call, wire: Wire): { address: string; body: Wire | undefined } {
  const rest = { ...wire }
  const path = route.path.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  return isInQuery(route) ? { address: path + queryText(rest), body: undefined } : { address: path, body: rest }
}

/** Arrays become repeated keys; absent values are left out. */
function queryText(wire: Wire): string {
  const pairs = Object.entries(wire).flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as unknown[]) : [value])
      .filter((one) => one !== undefined && one !== null)
      .map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(String(one))}`),
  )
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

/** As much of a `Response` as is read here. */
type HttpResponse = {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  json(): Promise<unknown>
}
export type ResponseBody = { code: number; result?: unknown; params: Wire; notice?: number; traceId: string }

/** The body of a response, whatever its code. Throws Unreached for what is none. */
export async function bodyOf(response: HttpResponse): Promise<ResponseBody> {
  try {
    const body = (await response.json()) as Partial<ResponseBody>
    if (typeof body.code !== 'number') throw new Error('no code in the response')
    return { params: {}, traceId: '', ...body, code: body.code }
  } catch (cause) {
    if (response.status === 401) return { code: 401, params: {}, traceId: '' }
    const isLate = cause instanceof Error && cause.name === 'TimeoutError'
    throw new Unreached(isLate ? 'timeout' : 'broken', { cause, status: response.status })
  }
}

/** The refusal in a body that is no success, with the wait that only a header names. */
export function refusedBy(body: ResponseBody, response: Pick<HttpResponse, 'headers'>): Refused {
  const retryAfter = response.headers.get('Retry-After')
  const params =
    retryAfter !== null && body.params['retryAfterS'] === undefined
      ? { ...body.params, retryAfterS: Number.parseInt(retryAfter, 10) }
      : body.params
  return new Refused(refusalOf(body.code) ?? 'fault', { code: body.code, params, traceId: body.traceId })
}
