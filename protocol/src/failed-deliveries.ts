import * as z from 'zod/mini'
import { alertKinds } from './operator-dashboard.ts'
import { operatorGet, operatorPost } from './operator-route.ts'
import { epochMs, id, pageOf, paging } from './shapes.ts'

/**
 * A mail or push to a customer (`notice`) that could not be sent, an event whose subscription kept failing, or a mail or webhook
 * of an alert to operators.
 */
export const failedKinds = ['notice', 'event', 'alert'] as const
/** That an alert began, and that it is over. */
export const alertEvents = ['OPENED', 'CLOSED'] as const
/** How an alert is sent. */
export const alertChannels = ['mail', 'webhook'] as const
export type FailedKind = (typeof failedKinds)[number]
/** Deliveries that one call tries again. */
export const maxRetried = 100

const key = z.string().check(z.minLength(3), z.maxLength(120))

const failedDelivery = z.object({
  key,
  /** Template of the mail or push, type of the event, or what the alert is about. */
  name: z.string(),
  /** To which customer it goes; null for others. */
  customerId: z.nullable(id),
  /** Which reader of the event failed; null for others. */
  subscription: z.nullable(z.string()),
  /** What an alert is about, whether it began or ended, and how it was sent; null for others. */
  alert: z.nullable(
    z.object({
      kind: z.enum(alertKinds),
      subject: z.string(),
      count: z.int(),
      event: z.enum(alertEvents),
      channel: z.enum(alertChannels),
    }),
  ),
  failedAt: epochMs,
  attempts: z.int(),
  /** Code or first line of the last error, without addresses; null where none was kept. */
  error: z.nullable(z.string()),
})
export type FailedDelivery = z.output<typeof failedDelivery>

export const failedDeliveries = operatorGet('/swx/admin/failedDeliveries', {
  summary:
    'Lists mails and pushes to customers and alerts to operators that could not be sent, and events that could not be handled, the newest first.',
  roles: ['superadmin', 'support', 'auditor'],
  does: 'read',
  request: z.object({ kind: z.optional(z.enum(failedKinds)), ...paging }),
  result: pageOf(failedDelivery),
  refusals: [],
})

export const retryDeliveries = operatorPost('/swx/admin/failedDeliveries/retry', {
  summary:
    'Tries failed mails, pushes, events or alerts again, at most 100 at a time; one that has succeeded is not sent again.',
  roles: ['superadmin', 'support'],
  does: 'act',
  request: z.strictObject({
    kind: z.enum(failedKinds),
    keys: z.array(key).check(z.minLength(1), z.maxLength(maxRetried)),
  }),
  /** How many are tried again: those that another operator was faster with are not among them. */
  result: z.object({ retried: z.int() }),
  refusals: [],
})
