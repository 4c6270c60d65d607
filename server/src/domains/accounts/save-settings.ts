import type { readSettings as readRoute, saveSettings as route } from '@evenhand/protocol/settings.ts'
import * as z from 'zod/mini'
import type { Call } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { findCustomer } from './accounts.store.ts'
import { updateSettings } from './settings.store.ts'
import type { ProfileDeps } from './profile.ts'

/**
 * Keeps the settings that are named and returns all of them; the others stay as they are. Two devices that change
 * different ones at once both have their way.
 */
export async function saveSettings(
  { db, safeguards, quietHours, refreshSessions }: ProfileDeps,
  { realityCheckMin, quietHours: quiet, ...settings }: z.output<typeof route.request>,
  call: Call,
): Promise<z.input<typeof route.result>> {
  const { customerId, accountId } = call.session
  // Before anything is kept: what is refused leaves everything as it was.
  if (quiet != null) quietHours.mustHold(quiet)
  const stored = await updateSettings(db, { customerId, ...settings })
  if (stored === undefined) throw refuse('customerNotFound')
  if (realityCheckMin !== undefined) await safeguards.chooseRealityCheck({ customerId, minutes: realityCheckMin })
  if (quiet !== undefined) await quietHours.choose({ accountId, quiet })
  // Mails and notices read the language from the session's customer.
  if (settings.lang !== undefined) await refreshSessions(customerId)
  return {
    ...stored,
    realityCheckMin: await safeguards.realityCheckMin(customerId),
    quietHours: await quietHours.of(accountId),
  }
}

/** All settings as they are kept. */
export async function readSettings(
  { db, safeguards, quietHours }: ProfileDeps,
  { session }: Call,
): Promise<z.input<typeof readRoute.result>> {
  const customer = await findCustomer(db, session.customerId)
  if (customer === undefined) throw refuse('customerNotFound')
  const { lang, colorScheme, riseColor } = customer
  const realityCheckMin = await safeguards.realityCheckMin(session.customerId)
  return { lang, colorScheme, riseColor, realityCheckMin, quietHours: await quietHours.of(session.accountId) }
}
