import type { openAlerts } from '@evenhand/protocol/operator-dashboard.ts'
import { msOf } from '../../kernel/time/clock.ts'
import type { OperatorCall } from '../../kernel/http/operator-call.ts'
import type { QueueSpec } from '../../kernel/module/queue.ts'
import type * as z from 'zod/mini'
import { listOpenAlerts } from './alerts/alerts.store.ts'
import type { ConsoleDeps } from './console.deps.ts'

type Queue = { name: string; open: number; overdue: number; oldestAt: number | null; promisedMs: number }

/** The queues whose cases an operator may open. */
export const queuesOf = (queues: readonly QueueSpec[], { operator: { roles } }: OperatorCall): readonly QueueSpec[] =>
  queues.filter(({ shownBy }) => shownBy.roles.some((role) => roles.includes(role)))

/** What waits in the queues that the caller may open, since when, and how much of it is overdue. */
export async function serviceLevels(
  { clock, queues }: ConsoleDeps,
  call: OperatorCall,
): Promise<{ at: number; queues: Queue[] }> {
  const at = clock.now()
  const read = queuesOf(queues, call).map(async ({ name, promisedMs, waiting }): Promise<Queue> => {
    const found = await waiting(at, call.operator.roles)
    return {
      name,
      open: found?.open ?? 0,
      overdue: found?.overdue ?? 0,
      oldestAt: found?.oldest == null ? null : msOf(found.oldest),
      promisedMs: found?.promisedMs ?? promisedMs,
    }
  })
  return { at, queues: await Promise.all(read) }
}

/** What is wrong at this moment; that a queue is overdue only for those who may open it, and for superadmins. */
export async function alertsFor(
  { db, queues }: ConsoleDeps,
  call: OperatorCall,
): Promise<z.input<typeof openAlerts.result>> {
  const names = new Set(queuesOf(queues, call).map(({ name }) => name))
  const isShown = ({ kind, subject }: { kind: string; subject: string }): boolean =>
    kind !== 'queueOverdue' || names.has(subject) || call.operator.roles.includes('superadmin')
  return (await listOpenAlerts(db)).filter(isShown).map(({ foundAt: _foundAt, ...alert }) => alert)
}
