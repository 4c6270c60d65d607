import type { Lang } from '@evenhand/protocol/languages.ts'
import type { Clock } from '../../../kernel/time/clock.ts'
import type { Log } from '../../../kernel/log.ts'
import type { Mail } from '../../../kernel/mail/mail.ts'
import type { OperatorsDb } from '../operators.deps.ts'
import type { AlertSource } from '../../../kernel/module/alert-source.ts'
import type { JobSpec } from '../../../kernel/module/module.ts'
import { evaluateAlerts } from './evaluate-alerts.ts'
import { webhookRecipient } from './alerts.rules.ts'
import { sendAlerts, type SendDeps } from './send-alerts.ts'

export { listFailedAlerts, retryFailedAlert } from './failed-alerts.store.ts'

export type AlertsDeps = {
  /** As the role `console`. */
  db: OperatorsDb
  clock: Clock
  log: Log
  mail: Mail
  /** Mail addresses that are notified, in the language `lang`. */
  mails: readonly string[]
  lang: Lang
  webhook: SendDeps['webhook']
  consoleAddress: string
  sources: readonly AlertSource[]
}

/** Milliseconds between two evaluations. */
const everyMs = 30_000

/** Alerts of operators: found from the records, shown on the dashboard, sent by mail and webhook when they open and end. */
export function createAlerts(deps: AlertsDeps) {
  const recipients = [...deps.mails, ...(deps.webhook === undefined ? [] : [webhookRecipient])]
  const runOnce = async (): Promise<void> => {
    await evaluateAlerts({ ...deps, recipients })
    await sendAlerts(deps)
  }
  return {
    runOnce,
    job: { name: 'alert operators', everyMs, run: runOnce } satisfies JobSpec,
  }
}

export type Alerts = ReturnType<typeof createAlerts>
