import type { Served } from './serve.ts'

/** What the first process sends one that it started, beside what the bus passes on. */
export type ToWorker = { begin: { url: string } } | { built: true }
/** What a started process reports: that it serves, or why it cannot. */
export type FromWorker = { served: Served } | { failed: string }

/** Environment of a started process: its roles, separated by commas, and its place among those that serve customers. */
export const workerVariables = { roles: 'EVENHAND_ROLES', index: 'EVENHAND_INDEX' } as const
