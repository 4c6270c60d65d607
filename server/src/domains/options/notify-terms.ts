import type { Clock } from '../../kernel/time/clock.ts'
import type { JobSpec } from '../../kernel/module/module.ts'
import type { Notices } from '../notices/index.ts'
import { changesOf } from './changed-terms.ts'
import type { Options } from './index.ts'
import type { DecidedTerms, TermRow } from './terms-book.ts'

export type NotifyTermsDeps = {
  clock: Clock
  notices: Pick<Notices, 'notifyBulk'>
  options: Pick<Options, 'traders'>
  /** The terms that the program came with. */
  first: readonly TermRow[]
  decided: () => Promise<readonly DecidedTerms[]>
}

/** Customers in one step. */
const atOnce = 500

/**
 * Tells everybody who has ever traded options of terms that were decided and do not hold yet: what changes, from when. By
 * mail too, where an order is running.
 */
export function notifyTerms({ clock, notices, options, first, decided }: NotifyTermsDeps) {
  const notified = new Set<number>()
  const notifyOne = async (
    { version, appliesAt, rows }: DecidedTerms,
    before: readonly TermRow[],
  ): Promise<boolean> => {
    const params = { version, at: appliesAt, changes: changesOf(before, rows) }
    return notices.notifyBulk({
      what: `params:options:${version}`,
      next: async (after) =>
        (await options.traders({ after, limit: atOnce })).map(({ accountId, open }) => ({
          accountId,
          template: 'params.changed',
          params: { ...params, open: open ? 'yes' : 'no' },
          ref: `options ${version}`,
        })),
    })
  }
  const run = async (): Promise<void> => {
    let before = first
    for (const terms of await decided()) {
      const isComing = terms.appliesAt > clock.now() && !notified.has(terms.version)
      if (isComing && (await notifyOne(terms, before))) notified.add(terms.version)
      before = terms.rows
    }
  }
  return { run, job: { name: 'tell of new terms', everyMs: 10_000, run } satisfies JobSpec }
}
