import type { RefusalKey } from '@evenhand/protocol/codes.ts'

/** The server said no, with a key of the one table and the values of its text. */
export class Refused extends Error {
  readonly key: RefusalKey
  readonly code: number
  readonly params: Readonly<Record<string, unknown>>
  readonly traceId: string
  constructor(key: RefusalKey, of: { code: number; params: Readonly<Record<string, unknown>>; traceId: string }) {
    super(`refused: ${key}`)
    this.name = 'Refused'
    this.key = key
    this.code = of.code
    this.params = of.params
    this.traceId = of.traceId
  }
}

/** No usable answer came: after 90 s, without a network, or not in the shape of an answer. The effect is unknown. */
export class Unreached extends Error {
  readonly kind: 'timeout' | 'offline' | 'broken'
  readonly status: number | undefined
  constructor(kind: 'timeout' | 'offline' | 'broken', of: { cause: unknown; status?: number }) {
    super(`unreached: ${kind}`, { cause: of.cause })
    this.name = 'Unreached'
    this.kind = kind
    this.status = of.status
  }
}

/** True when this refusal is one of the keys. */
export const isRefused = (problem: unknown, ...keys: readonly RefusalKey[]): problem is Refused =>
  problem instanceof Refused && (keys.length === 0 || keys.includes(problem.key))

/** True when nobody can know whether the call took effect; a call that moves money is then looked up by its key. */
export const isEffectUnknown = (problem: unknown): boolean =>
  problem instanceof Unreached || isRefused(problem, 'fault')
