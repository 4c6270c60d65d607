import type { User } from '@evenhand/protocol/accounts.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { Call } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { userOf, type Customer } from '../accounts/index.ts'
import { enqueueAccountMail } from './account-mail-queue.ts'
import { newBinding, setBinding } from './binding.ts'
import { isBlocked } from './auth.rules.ts'
import { findUnfreezing } from './freezes.store.ts'
import type { AuthDeps } from './index.ts'
import { traceOf } from './mask-caller.ts'
import type { FactorRequest } from './require-second-factor.ts'
import { findSecurityChange } from './security-changes.store.ts'
import type { Opened } from './sessions.ts'
import { recordFailedSignIn, recordSignIn } from './sign-ins.store.ts'
import { thawIfDue } from './unfreeze.ts'

export type SignedIn = { token: string; user: User }

export type SigningIn = {
  customer: Customer
  /** What came with the first factor; `bothProved` where what was proved is two factors in itself. */
  request: FactorRequest | 'bothProved'
  call: Call
  /** Called while the customer's row is locked: whether the proof still counts. What it writes stands with the session. */
  stillProved: (tx: Db<'auth'>) => Promise<boolean>
  /** `change` where `stillProved` changes credentials: a shared lock of two sign-ins cannot become the lock of one. */
  hold?: 'share' | 'change'
}

/**
 * Signs in a customer whose first factor was right. Refuses 10005 where the account is frozen or closed, 40036 where a
 * second factor is missing, and 10004 where the credential changed meanwhile. A device never seen before is mailed.
 */
export async function signIn(deps: AuthDeps, options: SigningIn): Promise<SignedIn> {
  const { db, accounts } = deps
  const { call, request } = options
  const customer = await thawIfDue(deps, options.customer)
  await mustNotBeBlocked(deps, db, { customer, call })
  const changedAt = await findSecurityChange(db, customer.id)
  if (request !== 'bothProved') await deps.requireSecondFactor({ customer, request, call })
  const begun = await db.transaction().execute(async (tx) => {
    // Held, so that a freeze or a new password is either before this session and refuses it, or after it and ends it.
    const held = await accounts.hold(tx, { id: customer.id, to: options.hold ?? 'share' })
    if (held === undefined || !(await options.stillProved(tx))) throw refuse('credentialsWrong')
    // A second factor may have been set up since none was requested.
    if ((await findSecurityChange(tx, customer.id)) !== changedAt) throw refuse('credentialsWrong')
    await mustNotBeBlocked(deps, tx, { customer: held, call })
    const opened = await openSession(deps, tx, { customer: held, call })
    if (opened.newDevice) await enqueueNewDevice(deps, tx, { customer: held, sessionId: opened.sessionId, call })
    return { customer: held, ...opened }
  })
  setBinding(call, begun.binding)
  return { token: begun.token, user: userOf(begun.customer, begun.token) }
}

type NewDevice = { customer: Customer; sessionId: string; call: Call }

/** Notifies a customer, in the app and by mail, of a sign-in by a device that the account has never seen. */
async function enqueueNewDevice(
  deps: AuthDeps,
  tx: Db<'auth'>,
  { customer, sessionId, call }: NewDevice,
): Promise<void> {
  const trace = traceOf(call)
  const { place, browser, system } = trace
  const params = { place, ...(browser === null ? {} : { browser }), ...(system === null ? {} : { system }) }
  const template = 'login.new_device'
  await deps.enqueueNotices?.(tx, [{ accountId: customer.accountId, template, params, ref: sessionId }])
  await enqueueAccountMail(deps, tx, { customer, mail: { template, params: trace }, call })
}

/**
 * Opens a session in a transaction and lists it among the sign-ins. One of a browser is bound to a cookie: the caller sets
 * it once the transaction is through.
 */
export async function openSession(
  { sessions, clock }: AuthDeps,
  tx: Db<'auth'>,
  { customer, call }: { customer: Customer; call: Call },
): Promise<Opened & { binding: string | undefined }> {
  const binding = newBinding(call)
  const opened = await sessions.open(tx, { customer, caller: call, binding })
  const { newDevice } = opened
  const trace = traceOf(call)
  await recordSignIn(tx, { customerId: customer.id, at: clock.now(), outcome: 'SIGNED_IN', newDevice, trace })
  return { ...opened, binding }
}

/** Reads by `db`, which in a transaction is the transaction: a second connection would wait for those that hold one. */
async function mustNotBeBlocked(
  deps: AuthDeps,
  db: Db<'auth'>,
  { customer: { id, status }, call }: { customer: Customer; call: Call },
): Promise<void> {
  if (!isBlocked(status)) return
  deps.later.run('list a sign-in that was refused', () =>
    recordFailedSignIn(deps.db, { customerId: id, at: deps.clock.now(), outcome: 'BLOCKED', trace: traceOf(call) }),
  )
  const unfreezesAt = status === 'FROZEN_BY_USER' ? await findUnfreezing(db, id) : undefined
  throw refuse('accountBlocked', { status, ...(unfreezesAt === undefined ? {} : { unfreezesAt }) })
}
