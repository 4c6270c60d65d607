import { createHmac } from 'node:crypto'
import type { Lang } from '@evenhand/protocol/languages.ts'
import { msOf, type Clock } from '../../../kernel/time/clock.ts'
import { fetchText } from '../../../kernel/http/fetch-text.ts'
import type { Log } from '../../../kernel/log.ts'
import type { Mail } from '../../../kernel/mail/mail.ts'
import type { OperatorsDb } from '../operators.deps.ts'
import { alertMail } from './alert-mail.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'
import { maxAttempts, retryMs, shortError, webhookRecipient } from './alerts.rules.ts'
import { claimDelivery, saveDelivery, type Delivery } from './alerts.store.ts'

export type SendDeps = {
  db: OperatorsDb
  clock: Clock
  log: Log
  mail: Mail
  lang: Lang
  consoleAddress: string
  /** Where alerts are posted as JSON, signed with the secret where there is one. */
  webhook: { url: string; secret: string | undefined } | undefined
}

/** A process that claimed a delivery has so long to send it. */
const leaseMs = 2 * minuteMs

/** Sends what is due, one delivery after the other, and tries a failed one again later. Returns how many were sent. */
export async function sendAlerts(deps: SendDeps): Promise<number> {
  let sent = 0
  let outcome: Outcome
  // Each round ends a delivery or defers it, so this comes to an end.
  do {
    outcome = await sendNext(deps)
    if (outcome === 'sent') sent += 1
  } while (outcome !== 'none')
  return sent
}

type Outcome = 'none' | 'sent' | 'failed'

async function sendNext(deps: SendDeps): Promise<Outcome> {
  const { db } = deps
  const now = deps.clock.now()
  const delivery = await claimDelivery(db, { now, leaseUntil: now + leaseMs })
  if (delivery === undefined) return 'none'
  const { id, recipient, attempts } = delivery
  try {
    if (recipient === webhookRecipient) await postAlert(deps, delivery)
    else await deps.mail.send({ to: recipient, ...alertMail(deps, delivery), id })
    await saveDelivery(db, { id, doneAt: now })
    return 'sent'
  } catch (cause) {
    const isLast = attempts >= maxAttempts
    const channel = recipient === webhookRecipient ? 'webhook' : 'mail'
    deps.log.error({ alert: delivery.alertId, channel, attempts, cause: String(cause) }, 'an alert could not be sent')
    await saveDelivery(db, {
      id,
      ...(isLast ? { doneAt: now, error: shortError(cause) } : { dueAt: now + retryMs(attempts) }),
    })
    return 'failed'
  }
}

/** Posts an alert; the receiver recognizes repeated ones by `id` and `event`. Throws unless it responds with a status of 2xx. */
async function postAlert({ webhook }: SendDeps, delivery: Delivery): Promise<void> {
  if (webhook === undefined) throw new Error('no webhook is configured')
  const { alertId, event, kind, subject, count, at } = delivery
  const json = JSON.stringify({ id: alertId, event, kind, subject, count, at: msOf(at) })
  const signature =
    webhook.secret === undefined
      ? {}
      : { 'x-evenhand-signature': `sha256=${createHmac('sha256', webhook.secret).update(json).digest('hex')}` }
  const { status } = await fetchText({ url: webhook.url, longestBody: 4096, timeoutMs: 5000, headers: signature, json })
  if (status < 200 || status > 299) throw new Error(`the webhook responded with ${status}`)
}
