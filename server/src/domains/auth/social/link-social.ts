import { sqlState } from '../../../kernel/db/db.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { ipBucketOf, type Rule } from '../../../kernel/http/rate-limits.ts'
import { refuse } from '../../../kernel/http/refusal.ts'
import type { Customer } from '../../accounts/index.ts'
import { enqueueAccountMail } from '../account-mail-queue.ts'
import { accountKey, badField } from '../auth.rules.ts'
import { takeMailedCode, tryMailedCode } from '../mailed-code.ts'
import type { FactorRequest } from '../require-second-factor.ts'
import { countFailure, findPassword, passwordHashOf } from '../passwords.store.ts'
import { networkKeyOf } from '../sessions.ts'
import { mustBeBindable } from '../binding.ts'
import { signIn, type SignedIn, type SigningIn } from '../sign-in.ts'
import { insertIdentity } from './identities.store.ts'
import type { SocialDeps } from './index.ts'
import { provesByMail } from './sign-in-with.ts'
import { findTicket, takeTicket, tryTicket } from './tickets.store.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'

// The rule of signing in, by its name: a password tried here counts as one tried there.
const perAddress: Rule = { name: 'login', max: 20, perMs: minuteMs }

type Request = FactorRequest & { linkToken: string; password?: string | undefined; code?: string | undefined }
/** Requested again in the transaction that links: whether what was proved still counts; a code is taken by it. */
type Confirm = SigningIn['stillProved']

/**
 * Links a provider to the account its e-mail belongs to, after that account's password or a code sent to its address, and
 * signs in. A link token has five tries; passwords count with those of signing in. Refuses 40020 a token that has ended
 * or was used, 10004 a wrong password, 10091 a wrong code, and after the proof what signing in refuses.
 */
export async function linkSocial(deps: SocialDeps, request: Request, call: Call): Promise<SignedIn> {
  const { db, accounts, clock } = deps
  const { linkToken, password, code } = request
  mustBeBindable(deps, call)
  if (password !== undefined && code !== undefined) throw badField('password', 'oneOnly')
  if (password === undefined && code === undefined) throw badField('password', 'missing')
  deps.limits.take(perAddress, ipBucketOf(call.ip))
  const ticket = await tryTicket(db, { token: linkToken, purpose: 'link', now: clock.now() })
  const customer = ticket?.customerId === undefined ? undefined : await accounts.find(ticket.customerId)
  if (ticket === undefined || customer === undefined) throw badField('linkToken', 'ended')

  const confirm =
    code === undefined
      ? await provePassword(deps, { customer, password: password ?? '' }, call)
      : await proveCode(deps, { customer, code }, call).catch(async (cause: unknown) => {
          // Another call with the same token took it and the code: what ended is the token, the code was right.
          if (await findTicket(db, { token: linkToken, purpose: 'link', now: clock.now() })) throw cause
          throw badField('linkToken', 'ended')
        })
  const { issuer, subject, provider } = ticket
  const linkAndConfirm: Confirm = async (tx) => {
    if (!(await takeTicket(tx, linkToken))) throw badField('linkToken', 'ended')
    await insertIdentity(tx, { issuer, subject, provider, customerId: customer.id, at: clock.now() })
    const mail = { template: 'social.linked', params: { provider } } as const
    await enqueueAccountMail(deps, tx, { customer, mail, call })
    return confirm(tx)
  }
  try {
    return await signIn(deps, { customer, request, call, stillProved: linkAndConfirm, hold: 'change' })
  } catch (cause) {
    // The identity was linked meanwhile, or the account has another of this provider.
    if (sqlState(cause) === '23505') throw badField('provider', 'linkedElsewhere')
    throw cause
  }
}

async function provePassword(
  deps: SocialDeps,
  { customer, password }: { customer: Customer; password: string },
  call: Call,
): Promise<Confirm> {
  const { db, gate, clock } = deps
  const account = accountKey(customer.email)
  const ipBucket = ipBucketOf(call.ip)
  gate.enter({ account, ipBucket })
  const stored = await findPassword(db, { customerId: customer.id, networkKey: networkKeyOf(customer.id, call.ip) })
  gate.count({
    who: customer.id,
    stored: { failures: stored?.failures ?? 0, lastAt: stored?.failedAt ?? 0 },
    familiar: stored?.familiar ?? false,
  })
  if (!(await deps.passwords.verify(password, stored?.hash))) {
    await countFailure(db, { customerId: customer.id, at: clock.now() })
    throw refuse('credentialsWrong')
  }
  gate.passed({ account, ipBucket, who: customer.id })
  return async (tx) => (await passwordHashOf(tx, customer.id)) === stored?.hash
}

async function proveCode(
  deps: SocialDeps,
  { customer, code }: { customer: Customer; code: string },
  call: Call,
): Promise<Confirm> {
  if (!provesByMail(customer)) throw badField('code', 'unavailable')
  const tried = await tryMailedCode(deps, { account: customer.email, code, scene: 'link', ip: call.ip })
  return async (tx) => {
    await takeMailedCode(tx, tried)
    return tried.customer.id === customer.id
  }
}
