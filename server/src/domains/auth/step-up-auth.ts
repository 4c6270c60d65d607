import type { CodeScene } from '@evenhand/protocol/accounts.ts'
import type { Call } from '../../kernel/http/http.ts'
import { ipBucketOf, type Rule } from '../../kernel/http/rate-limits.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { accountKey, badField } from './auth.rules.ts'
import { codeWith, takeCode, tryCode } from './codes.store.ts'
import type { FactorRequest } from './require-second-factor.ts'
import { findWays, hasFactor } from './second-factor/factors.store.ts'
import type { FactorDeps } from './second-factor/index.ts'
import { factorOf, proofNeeded, tryFactor } from './second-factor/prove-factor.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'

/** What a signed-in customer confirms by a code of its own, or by the second factor. */
export const confirmScenes = ['withdraw', 'address', 'fundpwd'] as const satisfies readonly CodeScene[]
export type ConfirmScene = (typeof confirmScenes)[number]

/**
 * What a code of each scene confirms, as lines of the mail that brings it (an amount, an address): called with what the
 * code is bound to and the tag of the mail's language. Undefined where this customer has nothing like it. A scene that is left out does not exist.
 */
export type Confirms = Partial<
  Record<
    ConfirmScene,
    (params: { customerId: string; boundTo: string; tag: string }) => Promise<readonly string[] | undefined>
  >
>

export type Confirming = FactorRequest & {
  customerId: string
  scene: ConfirmScene
  /** The content that is confirmed, as it was given to `login/sendCode`: the id of a quote, an address; '' for none. */
  boundTo: string
  code?: string | undefined
  /** The mailed code and the second factor, for what neither alone may do; who has no second factor sets one up first. */
  both?: true
}

const perAddress: Rule = { name: 'confirmCode', max: 30, perMs: minuteMs }

/**
 * Confirms one operation by the second factor where the customer has one, else by the code that was mailed for this scene and
 * this very content. Each works once, however many callers have it, and is used up by this call: request it last, right before
 * the transaction that acts on it. Refuses 40036 {accepts, challenge} where the request
 * brings none that counts (a mailed code does not stand in for a second factor), 10091 {left} a wrong one, 40029 after
 * five wrong codes of the app. The challenge is good for this scene and content alone.
 */
export async function requireStepUp(deps: FactorDeps, params: Confirming, call: Call): Promise<void> {
  const { customerId, scene, boundTo, code = '' } = params
  const customer = await deps.accounts.find(customerId)
  if (customer === undefined) throw refuse('customerNotFound')
  const ways = await findWays(deps.db, customerId)
  const by = factorOf(params)
  if (params.both === true && !hasFactor(ways)) throw refuse('proofNeeded', { accepts: ['otp', 'passkey'] })
  if (hasFactor(ways)) {
    const issuedFor = { purpose: 'confirm', subject: `${customerId} ${scene} ${boundTo}` } as const
    if (by === undefined) throw await proofNeeded(deps, { customerId, ways, issuedFor, password: false }, call)
    if (params.both === true && code === '') throw refuse('proofNeeded', { accepts: ['code'] })
    await tryFactor(deps, { customer, by, issuedFor }, call)
    if (params.both !== true) return
  } else if (by !== undefined && code !== '') throw badField('code', 'oneOnly')
  if (code === '') throw refuse('proofNeeded', { accepts: ['code'] })
  // Nothing but digits, so that no code reads as another with its content.
  if (!/^[0-9]{6}$/.test(code)) throw badField('code', 'malformed')
  await takeBoundCode(deps, { ...params, code, target: accountKey(customer.email) }, call)
}

async function takeBoundCode(
  { db, clock, limits }: FactorDeps,
  { scene, boundTo, code, target }: Confirming & { code: string; target: string },
  call: Call,
): Promise<void> {
  limits.take(perAddress, ipBucketOf(call.ip))
  const params = { target, purpose: scene }
  const tried = await tryCode(db, { ...params, code: codeWith(code, boundTo), now: clock.now() })
  if (tried === undefined || !tried.right) throw refuse('codeWrong', { left: tried?.left ?? 0 })
  if (!(await takeCode(db, { ...params, salt: tried.salt }))) throw refuse('codeWrong', { left: 0 })
}
