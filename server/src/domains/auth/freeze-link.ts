import type { Call } from '../../kernel/http/http.ts'
import { freezeLinkHours, keepLink } from './freezes.store.ts'
import type { AuthDeps } from './index.ts'
import type { FreezeLink } from './mail-templates.ts'
import { newSecret } from './sessions.ts'

/** A link that freezes one account for six hours after one click on the page it opens: opening it changes nothing. */
export async function newFreezeLink(
  { db, clock, publicUrl }: AuthDeps,
  { customerId, call }: { customerId: string; call: Call },
): Promise<FreezeLink> {
  const token = newSecret()
  await keepLink(db, { token, customerId, now: clock.now() })
  // What the caller says is our address is good for nobody's money; a live installation has its own.
  return { href: `${publicUrl ?? call.requester.origin}/pass/freeze?token=${token}`, hours: freezeLinkHours }
}
