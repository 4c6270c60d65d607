import type { Clock } from '../../../kernel/time/clock.ts'
import type { Log } from '../../../kernel/log.ts'
import type { OperatorsDb } from '../operators.deps.ts'
import type { Alert, AlertSource } from '../../../kernel/module/alert-source.ts'
import { compareAlerts } from './alerts.rules.ts'
import { listOpenAlerts, lockEvaluation, saveChanges } from './alerts.store.ts'

export type EvaluateDeps = {
  db: OperatorsDb
  clock: Clock
  log: Log
  sources: readonly AlertSource[]
  recipients: readonly string[]
}

/**
 * Reads every source and opens or closes alerts. A source that fails is logged and leaves its alerts open. Of several
 * processes one evaluates at a time; the others leave it to that one.
 */
export async function evaluateAlerts({ db, clock, log, sources, recipients }: EvaluateDeps): Promise<void> {
  const now = clock.now()
  const found: Alert[] = []
  const read: AlertSource[] = []
  for (const source of sources) {
    try {
      found.push(...(await source.read(now)))
      read.push(source)
    } catch (cause) {
      log.error({ kinds: source.kinds, cause: String(cause) }, 'a source of alerts failed')
    }
  }
  await db.transaction().execute(async (tx) => {
    if (!(await lockEvaluation(tx))) return
    const open = await listOpenAlerts(tx)
    const changes = compareAlerts(open, { found, read: read.flatMap(({ kinds }) => kinds), now })
    await saveChanges(tx, { changes, recipients, now })
  })
}
