import type { Call } from '../../kernel/http/http.ts'
import { eachApart } from '../../kernel/concurrency/apart.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { Customer } from '../accounts/index.ts'
import { enqueueAccountMail } from './account-mail-queue.ts'
import { isBlocked } from './auth.rules.ts'
import { keepUnfreezing, listDue, takeDue } from './freezes.store.ts'
import type { AuthDeps } from './index.ts'
import { takeMailedCode, tryMailedCode } from './mailed-code.ts'

/**
 * Requests a frozen account back by a code of scene `unfreeze`: it can be used 24 hours later, and a second request does not
 * put that off. Returns null where the account is not frozen. Refuses 10091, and 10005 where it is closed or held by law.
 */
export async function unfreeze(
  deps: AuthDeps,
  request: { account: string; code: string },
  call: Call,
): Promise<{ unfreezesAt: number | null }> {
  const { db, accounts, clock } = deps
  const tried = await tryMailedCode(deps, { ...request, scene: 'unfreeze', ip: call.ip })
  const { customer, unfreezesAt } = await db.transaction().execute(async (tx) => {
    await takeMailedCode(tx, tried)
    const held = await accounts.hold(tx, { id: tried.customer.id, to: 'change' })
    if (held?.status !== 'FROZEN_BY_USER') return { customer: held, unfreezesAt: undefined }
    const until = await keepUnfreezing(tx, { customerId: held.id, now: clock.now() })
    const mail = { template: 'account.unfreezing', params: { until } } as const
    await enqueueAccountMail(deps, tx, { customer: held, mail, call })
    return { customer: held, unfreezesAt: until }
  })
  if (customer === undefined || unfreezesAt === undefined) {
    if (customer === undefined || isBlocked(customer.status) || customer.status === 'LEGAL_HOLD')
      throw refuse('accountBlocked', { status: customer?.status ?? 'CLOSED' })
    return { unfreezesAt: null }
  }
  return { unfreezesAt }
}

/**
 * Gives back every account whose time has come, each tried once. One that fails is logged and left for the next round, and
 * this one goes on without it: however many fail, no other waits for them.
 */
export async function thawDue(deps: AuthDeps): Promise<void> {
  const now = deps.clock.now()
  const tried: string[] = []
  for (;;) {
    const due = await listDue(deps.db, { now, except: tried })
    if (due.length === 0) return
    tried.push(...due)
    await eachApart(due, {
      run: (customerId) => thaw(deps, customerId),
      failed: (customer, cause) =>
        deps.log.error({ customer, cause: String(cause) }, 'an account could not be unfrozen'),
    })
  }
}

/** The customer as it stands after its own waiting time, where that is over. */
export async function thawIfDue(deps: AuthDeps, customer: Customer): Promise<Customer> {
  if (customer.status !== 'FROZEN_BY_USER') return customer
  await thaw(deps, customer.id)
  // Also where another process has unfrozen it at this moment.
  return (await deps.accounts.find(customer.id)) ?? customer
}

/** Gives an account back whose time has come. */
async function thaw(deps: AuthDeps, customerId: string): Promise<void> {
  const { db, accounts, clock } = deps
  await db.transaction().execute(async (tx) => {
    const customer = await accounts.hold(tx, { id: customerId, to: 'change' })
    if (customer === undefined || !(await takeDue(tx, { customerId, now: clock.now() }))) return
    // Closed or held by law meanwhile: then there is nothing to give back.
    if (!(await accounts.moveStatus(tx, { id: customerId, from: 'FROZEN_BY_USER', to: 'ACTIVE' }))) return
    await enqueueAccountMail(deps, tx, { customer, mail: { template: 'account.unfrozen', params: {} } })
  })
}
