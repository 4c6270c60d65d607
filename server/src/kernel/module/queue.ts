import type { OperatorRole, OperatorRoute } from '@evenhand/protocol/operator-route.ts'
import type { QueueDay } from './queue-history.ts'

/** What waits now: how many cases, how many of them longer than promised, and since when the oldest does. */
export type WaitingCases = {
  readonly open: number
  readonly overdue: number
  readonly oldest: Date | null
  /** Where each case has a clock of its own: what is promised to the oldest. */
  readonly promisedMs?: number
}

/** How long customers wait for anything of a queue; of the last 30 days what ended, with its median and 95th percentile. */
export type PublicWaits = {
  readonly open: number
  readonly overdue: number
  readonly ended: number
  readonly medianS: number | null
  readonly p95S: number | null
}

/** One kind of work of operators. */
export type QueueSpec = {
  readonly name: string
  /** The call that lists its cases: a role that may not make it is not given their count either. */
  readonly shownBy: Pick<OperatorRoute, 'roles'>
  /** The service level: milliseconds from the beginning of the wait. */
  readonly promisedMs: number
  /** No alert is sent when its cases are overdue. */
  readonly isSilent?: true
  /** For the dashboard, read as the role `console`; only cases that one of `roles` may open, where these are given. */
  readonly waiting: (now: number, roles?: readonly OperatorRole[]) => Promise<WaitingCases | undefined>
  /** Its last UTC days, for the charts; left out where it is not drawn. */
  readonly history?: (params: { now: number; days: number }) => Promise<QueueDay[]>
  /** Its public count, read as the role `api`; left out where no customer waits. */
  readonly publicWaits?: (now: number) => Promise<PublicWaits | undefined>
}
