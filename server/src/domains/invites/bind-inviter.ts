import type { inviteBind } from '@evenhand/protocol/invites.ts'
import * as z from 'zod/mini'
import type { Call } from '../../kernel/http/http.ts'
import { refuse, type Refusal } from '../../kernel/http/refusal.ts'
import type { InvitesDeps } from './invites.deps.ts'
import { masked } from './invites.rules.ts'
import { bind } from './invites.store.ts'

const badCode = (reason: string): Refusal => refuse('dataIncomplete', { fields: [{ field: 'code', reason }] })

/**
 * Binds the caller to whose code it is, in any case of its letters, for good. Refuses 40001 where a country closes the
 * programme, and 40020 with its reason: a code that is `unknown` or the caller's `own`, a caller who is `bound`, is `late`
 * (ten days after the registration), has `traded`, or invited the other (`loop`).
 */
export async function bindInviter(
  deps: InvitesDeps,
  request: z.output<typeof inviteBind.request>,
  { session, ip }: Call,
): Promise<{ inviter: string }> {
  const { customerId, country } = session
  if (!deps.isOffered({ country, ip })) throw refuse('notInYourCountry', { product: 'inviteReward', country })
  const code = request.code.trim().toUpperCase()
  if (!/^[2-9A-HJ-NP-Z]{6}$/.test(code)) throw badCode('unknown')
  const customer = await deps.accounts.find(customerId)
  if (customer === undefined) throw refuse('customerNotFound')
  if (await deps.hasTraded(customer)) throw badCode('traded')
  const { outcome, inviter } = await bind(deps.db, { customerId, code, now: deps.clock.now() })
  if (outcome !== 'done' || inviter === null) throw badCode(outcome)
  const found = await deps.accounts.find(inviter)
  if (found === undefined) throw badCode('unknown')
  return { inviter: masked(found.username) }
}
