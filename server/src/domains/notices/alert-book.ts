import type { Alert } from './alerts.store.ts'

/** Where an instrument stands: its newest recorded price in its units, and its change of 24 hours in hundredths of a percent. */
export type QuotedPrice = { price: bigint; change: bigint }
export type AlertChanges = {
  /** Alerts whose target was come to; from now on they are not armed. */
  reached: { alert: Alert; quoted: QuotedPrice }[]
  /** Alerts whose price stands on the near side again. */
  rearmed: Alert[]
}

/** Whether the price is at the target of an alert, or beyond. */
export function isReached({ kind, target }: Pick<Alert, 'kind' | 'target'>, { price, change }: QuotedPrice): boolean {
  if (kind === 'ABOVE') return price >= target
  if (kind === 'BELOW') return price <= target
  return change >= target || change <= -target
}

/**
 * All alerts by their instrument, in memory: a run costs one comparison an alert and no query of the database. An alert
 * that repeats is neither notified nor armed before its pause is over.
 */
export function createAlertBook() {
  const byId = new Map<string, Alert>()
  const byCode = new Map<string, Map<string, Alert>>()
  const drop = (id: string): void => {
    const known = byId.get(id)
    if (known === undefined) return
    byId.delete(id)
    const own = byCode.get(known.code)
    own?.delete(id)
    if (own?.size === 0) byCode.delete(known.code)
  }
  return {
    put(alert: Alert): void {
      drop(alert.id)
      byId.set(alert.id, alert)
      const own = byCode.get(alert.code) ?? new Map<string, Alert>()
      byCode.set(alert.code, own.set(alert.id, alert))
    },
    drop,
    /** What was written about an alert, where it was read anew before that: then it stands here as it was before. */
    renew(written: Alert, as: Partial<Pick<Alert, 'armed' | 'notifiedAt'>>): void {
      const alert = byId.get(written.id)
      if (alert !== undefined && alert !== written) Object.assign(alert, as)
    },
    clear(): void {
      byId.clear()
      byCode.clear()
    },
    /** Compares every alert with where its instrument stands now. */
    check(quoteOf: (code: string) => QuotedPrice | undefined, now: number): AlertChanges {
      const changes: AlertChanges = { reached: [], rearmed: [] }
      for (const [code, alerts] of byCode) {
        const quoted = quoteOf(code)
        if (quoted === undefined) continue
        for (const alert of alerts.values()) compare(alert, { quoted, now, changes })
      }
      return changes
    },
  }
}

type Comparison = { quoted: QuotedPrice; now: number; changes: AlertChanges }

function compare(alert: Alert, { quoted, now, changes }: Comparison): void {
  const { reached, rearmed } = changes
  const there = isReached(alert, quoted)
  if (there === !alert.armed) return
  if (!there) {
    alert.armed = true
    rearmed.push(alert)
    return
  }
  const { everyMinutes, notifiedAt } = alert
  // In its pause an alert stays armed: where the price is there still when the pause is over, it is notified then.
  if (everyMinutes !== undefined && notifiedAt !== undefined && now < notifiedAt + everyMinutes * 60_000) return
  alert.armed = false
  alert.notifiedAt = now
  reached.push({ alert, quoted })
}
