import type { Clock } from '../../kernel/time/clock.ts'
import { notifyVersions, type NotifyVersionsParams } from '../notices/index.ts'
import { changesOf } from './changed-terms.ts'
import type { Options } from './index.ts'
import type { DecidedTerms, TermRow } from './terms-book.ts'

export type NotifyTermsDeps = {
  clock: Clock
  notices: NotifyVersionsParams<DecidedTerms>['notices']
  options: Pick<Options, 'traders'>
  /** The terms that the program came with. */
  first: readonly TermRow[]
  decided: () => Promise<readonly DecidedTerms[]>
}

/**
 * Notifies every customer who has traded options of terms that were decided and do not hold yet: what changes, from when. By
 * mail too, where an order is running.
 */
export const notifyTerms = ({ clock, notices, options, first, decided }: NotifyTermsDeps) =>
  notifyVersions({
    clock,
    notices,
    key: 'options',
    job: 'notify of option terms',
    decided,
    customers: options.traders,
    notice: ({ version, appliesAt, rows }, before, { accountId, ref, open }) => ({
      accountId,
      ref,
      template: 'params.changed',
      params: { version, at: appliesAt, changes: changesOf(before?.rows ?? first, rows), open: open ? 'yes' : 'no' },
    }),
  })
