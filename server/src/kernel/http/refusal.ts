import { refusalCodes, type RefusalKey } from '@evenhand/protocol/codes.ts'

/**
 * A refusal. Thrown by use cases, rolls the transaction back, and is returned by the kernel with its code;
 * `params` are the values of its text. No prose: the client has the text in the customer's language.
 */
export class Refusal extends Error {
  readonly key: RefusalKey
  readonly params: Readonly<Record<string, unknown>>
  constructor(key: RefusalKey, params: Readonly<Record<string, unknown>>) {
    super(key)
    this.name = 'Refusal'
    this.key = key
    this.params = params
  }
  get code(): number {
    return refusalCodes[this.key]
  }
}

// A refusal is an ordinary response, thousands a second under abuse: a stack trace for each would cost more than the check.
export function refuse(key: RefusalKey, params: Readonly<Record<string, unknown>> = {}): Refusal {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 0
  const refusal = new Refusal(key, params)
  Error.stackTraceLimit = limit
  return refusal
}

/** A condition that only our own bug can break. Stays on in production: a wrong book is worse than a stopped one. */
export function invariant(holds: unknown, what: string): asserts holds {
  if (holds === undefined || holds === null || holds === false) throw new Error(`invariant broken: ${what}`)
}
