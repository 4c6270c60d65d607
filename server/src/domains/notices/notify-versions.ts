import type { Clock } from '../../kernel/time/clock.ts'
import type { JobSpec } from '../../kernel/module/module.ts'
import type { Many } from './notify-bulk.ts'
import type { NotificationEvent } from './write-notices.ts'

type Version = { readonly version: number; readonly appliesAt: number }
/** A customer whom versions concern, and whether an order of theirs is running. */
type ConcernedCustomer = { accountId: bigint; open: boolean }
type To = ConcernedCustomer & { ref: string }

export type NotifyVersionsParams<V extends Version> = {
  clock: Clock
  notices: { notifyBulk: (many: Many) => Promise<boolean> }
  /** Key of the parameter, and name of the job. */
  key: string
  job: string
  /** All versions that were decided, rising. */
  decided: () => Promise<readonly V[]>
  /** Customers whom it concerns, in the order of accounts. */
  customers: (page: { after: bigint; limit: number }) => Promise<readonly ConcernedCustomer[]>
  /** What a customer is notified of; `before` is the version before it, undefined for the first that was decided. */
  notice: (version: V, before: V | undefined, to: To) => NotificationEvent
}

/** Customers in one step. */
const atOnce = 500

/** Notifies customers of versions of terms that were decided and do not hold yet: of each once, over any restart. */
export function notifyVersions<V extends Version>(params: NotifyVersionsParams<V>) {
  const { clock, notices, key, decided, customers, notice } = params
  const notified = new Set<number>()
  const notifyOne = (one: V, before: V | undefined): Promise<boolean> =>
    notices.notifyBulk({
      what: `params:${key}:${one.version}`,
      next: async (after) =>
        (await customers({ after, limit: atOnce })).map((customer) =>
          notice(one, before, { ...customer, ref: `${key} ${one.version}` }),
        ),
    })
  const run = async (): Promise<void> => {
    let before: V | undefined
    for (const one of await decided()) {
      const isComing = one.appliesAt > clock.now() && !notified.has(one.version)
      if (isComing && (await notifyOne(one, before))) notified.add(one.version)
      before = one
    }
  }
  return { run, job: { name: params.job, everyMs: 10_000, run } satisfies JobSpec }
}
