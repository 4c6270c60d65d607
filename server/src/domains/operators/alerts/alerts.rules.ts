import type { AlertKind } from '@evenhand/protocol/operator-dashboard.ts'
import type { Alert } from '../../../kernel/module/alert-source.ts'
import { hourMs, minuteMs } from '@evenhand/protocol/durations.ts'

export type OpenAlert = Alert & { readonly id: string; readonly openedAt: number; readonly foundAt: number }

/** What was not found for this long is over: a figure that moves around its limit does not send a mail each way. */
export const quietMs = 2 * minuteMs

const keyOf = ({ kind, subject }: Alert): string => `${kind} ${subject}`

export type AlertChanges = {
  readonly opened: readonly Alert[]
  readonly still: readonly { readonly id: string; readonly count: number }[]
  readonly closed: readonly string[]
}

/**
 * Compares what is found with what is open. Alerts of kinds that could not be read stay as they are: a source that fails
 * does not mean that anything is over.
 */
export function compareAlerts(
  open: readonly OpenAlert[],
  { found, read, now }: { found: readonly Alert[]; read: readonly AlertKind[]; now: number },
): AlertChanges {
  const byKey = new Map(found.map((alert) => [keyOf(alert), alert]))
  const known = new Set(open.map(keyOf))
  return {
    opened: [...byKey.values()].filter((alert) => !known.has(keyOf(alert))),
    still: open.flatMap((one) => {
      const again = byKey.get(keyOf(one))
      return again === undefined ? [] : [{ id: one.id, count: again.count }]
    }),
    closed: open
      .filter((one) => read.includes(one.kind) && !byKey.has(keyOf(one)) && now - one.foundAt >= quietMs)
      .map(({ id }) => id),
  }
}

/** Milliseconds until a delivery is tried again: one minute, doubled with each attempt, an hour at most. */
export const retryMs = (attempts: number): number => Math.min(60_000 * 2 ** Math.min(attempts, 6), hourMs)
/** After so many attempts, about a day, a delivery is given up and logged. */
export const maxAttempts = 30

/** The recipient of deliveries that go to the configured address by HTTP. */
export const webhookRecipient = 'webhook'
/** The first line of what a delivery failed with, without what may be a mail address. */
export const shortError = (cause: unknown): string =>
  (String(cause).split('\n')[0] ?? '').replaceAll(/\S+@\S+/g, '•••').slice(0, 200)
