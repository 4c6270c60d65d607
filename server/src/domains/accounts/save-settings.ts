import type { saveSettings as route } from '@evenhand/protocol/settings.ts'
import * as z from 'zod/mini'
import type { Call } from '../../kernel/http.ts'
import { refuse } from '../../kernel/refusal.ts'
import { updateSettings } from './accounts.store.ts'
import type { ProfileDeps } from './profile.ts'

/**
 * Keeps the settings that are named and answers all of them; the others stay as they are. Two devices that change
 * different ones at once both have their way.
 */
export async function saveSettings(
  { db, safeguards, refreshSessions }: ProfileDeps,
  { realityCheckMin, ...look }: z.output<typeof route.ask>,
  call: Call,
): Promise<z.input<typeof route.result>> {
  const { customerId } = call.session
  const stored = await updateSettings(db, { customerId, ...look })
  if (stored === undefined) throw refuse('customerNotFound')
  if (realityCheckMin !== undefined) await safeguards.chooseRealityCheck({ customerId, minutes: realityCheckMin })
  // Mails and letters read the language from the session's customer.
  if (look.lang !== undefined) await refreshSessions(customerId)
  return { ...stored, realityCheckMin: await safeguards.realityCheckMin(customerId) }
}
