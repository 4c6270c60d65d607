import type { Call } from '../../kernel/http/http.ts'
import { ipBucketOf, type Rule } from '../../kernel/http/rate-limits.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { enqueueAccountMail } from './account-mail-queue.ts'
import { setBinding } from './binding.ts'
import { findByLink, keepFreeze } from './freezes.store.ts'
import type { AuthDeps } from './index.ts'
import { endSessions } from './sessions.store.ts'
import { hourMs } from '@evenhand/protocol/durations.ts'

const perAddress: Rule = { name: 'freezeLink', max: 20, perMs: hourMs }

/**
 * Freezes an account: by its own session, or by the token of a mail, which then needs no session. Every session ends and
 * no sign-in is possible; an earlier request to unfreeze is void. Freezing again is no error. Refuses 40039 a token that is
 * over or unknown, 401 without either, and 10008 where the account is restricted, held or closed: its sessions end too.
 */
export async function freeze(
  deps: AuthDeps,
  request: { token?: string | undefined },
  call: Call,
): Promise<{ frozenAt: number }> {
  const { db, accounts, sessions, clock, limits } = deps
  let { customerId } = call.session
  if (request.token !== undefined) {
    limits.take(perAddress, ipBucketOf(call.ip))
    const found = await findByLink(db, { token: request.token, now: clock.now() })
    if (found === undefined) throw refuse('notFound')
    customerId = found
  } else if (call.session.id === '') throw refuse('sessionEnded')
  const frozenAt = clock.now()
  const held = await db.transaction().execute(async (tx) => {
    const customer = await accounts.hold(tx, { id: customerId, to: 'change' })
    if (customer === undefined) throw refuse('notFound')
    await accounts.moveStatus(tx, { id: customerId, from: 'ACTIVE', to: 'FROZEN_BY_USER' })
    await endSessions(tx, { customerId })
    if (customer.status === 'ACTIVE' || customer.status === 'FROZEN_BY_USER') {
      await keepFreeze(tx, { customerId, at: frozenAt })
      await enqueueAccountMail(deps, tx, { customer, mail: { template: 'account.frozen', params: {} } })
    }
    return customer
  })
  sessions.forget(customerId)
  if (call.session.customerId === customerId) setBinding(call, undefined)
  if (held.status !== 'ACTIVE' && held.status !== 'FROZEN_BY_USER')
    throw refuse('accountRestricted', { reason: held.status })
  return { frozenAt }
}
