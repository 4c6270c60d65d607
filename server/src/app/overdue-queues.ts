import type { AlertSource } from '../kernel/module/alert-source.ts'
import type { QueueSpec } from '../kernel/module/queue.ts'

/** Alerts of every queue with cases that wait longer than promised. */
export const overdueQueues = (queues: readonly QueueSpec[]): AlertSource => ({
  kinds: ['queueOverdue'],
  async read(now) {
    const alerted = queues.filter(({ isSilent }) => isSilent !== true)
    const counted = await Promise.all(
      alerted.map(async ({ name, waiting }) => ({ name, overdue: (await waiting(now))?.overdue ?? 0 })),
    )
    return counted
      .filter(({ overdue }) => overdue > 0)
      .map(({ name, overdue }) => ({ kind: 'queueOverdue', subject: name, count: overdue }))
  },
})
