import { AsyncLocalStorage } from 'node:async_hooks'

/** A caller waits at most three seconds for a database that does not respond. */
export const callBoundMs = 2500
/** Everything that no caller waits for. */
export const jobBoundMs = 32_000

const bounds = new AsyncLocalStorage<number>()

/**
 * Runs a task whose waits for the database (for a connection, for the result of one statement) each end after
 * `boundMs` milliseconds at the latest. The innermost bound counts.
 */
export const withinBound = <T>(boundMs: number, task: () => T): T => bounds.run(boundMs, task)

/** How long the present task waits for one statement, in milliseconds. */
export const statementBound = (): number => bounds.getStore() ?? jobBoundMs

/** How long it waits for a connection: less than a statement may take, since nothing has been sent yet. */
export const connectionBound = (): number => Math.min(10_000, statementBound())
