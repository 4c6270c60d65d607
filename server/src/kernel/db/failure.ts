/** The database gives no sign of life: nothing is sent to it until it does. Code 08006 is PostgreSQL's own for a lost connection. */
export class DatabaseSilent extends Error {
  override name = 'DatabaseSilent'
  readonly code = '08006'
  constructor() {
    super('the database does not respond')
  }
}

/** PostgreSQL's own error code of a failure, or undefined: 40P01 deadlock, 23505 unique, 23514 check, 57P01 ended … */
export const sqlState = (cause: unknown): string | undefined =>
  cause instanceof Error && 'code' in cause && typeof cause.code === 'string' && /^[0-9A-Z]{5}$/.test(cause.code)
    ? cause.code
    : undefined

/** The name of the constraint that a statement broke, where PostgreSQL reports it. */
export const brokenRule = (cause: unknown): string | undefined =>
  cause instanceof Error && 'constraint' in cause && typeof cause.constraint === 'string' ? cause.constraint : undefined

const lateText = 'Query read timeout'
/** The failure of a statement whose result was not there in time; the driver's own has the same text. */
export const late = (): Error => new Error(lateText)

/** True when a result was not there in time. */
export const isLate = (cause: unknown): boolean => cause instanceof Error && cause.message === lateText

/** True where a statement reached its time limit: fewer rows at once, or other ones, may take less. */
export const isSlow = (cause: unknown): boolean => sqlState(cause) === '57014'

/**
 * True when the database could not be reached, went away or took too long (57014 is a statement's time limit, 55P03 a
 * lock's): the effect of a statement in flight is unknown.
 */
export function isAway(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false
  if (isLate(cause)) return true
  const state = sqlState(cause)
  if (state !== undefined)
    return /^(?:57014|55P03|25P03)$/.test(state) || ['08', '53'].includes(state.slice(0, 2)) || state.startsWith('57P')
  return /ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOENT|Connection terminated|timeout expired|not queryable|timeout exceeded/.test(
    `${(cause as { code?: string }).code ?? ''} ${cause.message}`,
  )
}
