import { isRefused, Refused } from '@evenhand/protocol/wire.ts'

/** What came of a case: decided, waiting for the second of two, no longer open, or why it was not decided. */
export type BulkOutcome =
  | { readonly kind: 'decided' | 'waits' | 'gone' | 'left' }
  | { readonly kind: 'refused'; readonly problem: unknown }
/** Decides one case by a call of its own; returns whether a second person is still needed. */
export type DecideCase = (id: string) => Promise<'decided' | 'waits'>

/** Cases that are decided one after another at most. */
export const maxBulk = 50

/** After these the next case would fail as well: no passkey signs, the server is not reached, or the session has ended. */
const endsRun = (problem: unknown): boolean =>
  !(problem instanceof Refused) || isRefused(problem, 'sessionEnded', 'tooMany', 'fault')

type BulkRunParams = {
  ids: readonly string[]
  decide: DecideCase
  /** Called once for each case. */
  onOutcome: (id: string, outcome: BulkOutcome) => void
  isStopped: () => boolean
}

/**
 * Decides cases one after the other, so that each has its own transaction and response. Cases behind a stop, or behind a
 * failure that is not the case's own, are left as they are.
 */
export async function runBulk({ ids, decide, onOutcome, isStopped }: BulkRunParams): Promise<void> {
  let isEnded = false
  for (const id of ids) {
    if (isEnded || isStopped()) {
      onOutcome(id, { kind: 'left' })
      continue
    }
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      onOutcome(id, { kind: await decide(id) })
    } catch (problem) {
      isEnded = endsRun(problem)
      onOutcome(id, isRefused(problem, 'notFound') ? { kind: 'gone' } : { kind: 'refused', problem })
    }
  }
}
