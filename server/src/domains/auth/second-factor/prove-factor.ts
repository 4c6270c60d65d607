import type { PasskeyCredential, PasskeyChallenge } from '@evenhand/protocol/passkey-shapes.ts'
import type { ProofWay } from '@evenhand/protocol/second-factor.ts'
import { challengeMs } from '../../../kernel/crypto/passkey-verification.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { Refusal, refuse } from '../../../kernel/http/refusal.ts'
import type { Customer } from '../../accounts/index.ts'
import { badField } from '../auth.rules.ts'
import { traceOf } from '../mask-caller.ts'
import type { FactorRequest } from '../require-second-factor.ts'
import { recordFailedSignIn } from '../sign-ins.store.ts'
import { enqueueFactorChange } from './enqueue-factor-change.ts'
import {
  claimTry,
  findSealed,
  findWays,
  forgiveTries,
  hasFactor,
  takeRecoveryCode,
  takeStep,
  tryLimits,
  type Ways,
} from './factors.store.ts'
import type { FactorDeps } from './index.ts'
import { findPasskey, listPasskeys, usePasskey } from './passkeys.store.ts'
import { readRecoveryCode } from './recovery.ts'
import { stepOf } from './totp.ts'
import type { ChallengeFor } from './vault.ts'
import { checkResponse, siteOf } from './webauthn.ts'

export type Proving = { customer: Customer; request: FactorRequest; call: Call }

/**
 * The one door past a first factor, for signing in, resetting and social sign-in alike: call it once the first factor was
 * right and before anything is done. Returns nothing where the customer has no second factor, or `request` brings it. Refuses
 * 40036 {accepts, challenge} where it brings none, 10091 {left} where it is wrong, 40029 after five wrong codes.
 */
export async function requireSecondFactor(deps: FactorDeps, { customer, request, call }: Proving): Promise<void> {
  const ways = await findWays(deps.db, customer.id)
  if (!hasFactor(ways)) return
  const issuedFor: ChallengeFor = { purpose: 'factor', subject: customer.id }
  const by = factorOf(request)
  if (by === undefined)
    throw await proofNeeded(deps, { customerId: customer.id, ways, issuedFor, password: false }, call)
  try {
    await tryFactor(deps, { customer, by, issuedFor }, call)
  } catch (cause) {
    if (cause instanceof Refusal && cause.key === 'codeWrong') {
      const seen = { customerId: customer.id, at: deps.clock.now(), trace: traceOf(call) }
      deps.later.run('list a wrong second factor', () =>
        recordFailedSignIn(deps.db, { ...seen, outcome: 'WRONG_FACTOR' }),
      )
    }
    throw cause
  }
}

export type Factor = { otp: string } | { passkey: PasskeyCredential }

/** The second factor that a request brings; an empty code is none. Refuses 40020 two at once. */
export function factorOf({ otp = '', passkey }: FactorRequest): Factor | undefined {
  if (passkey !== undefined && otp !== '') throw badField('passkey', 'oneOnly')
  if (passkey !== undefined) return { passkey }
  return otp === '' ? undefined : { otp }
}

type Needed = { customerId: string; ways: Ways; issuedFor: ChallengeFor; password: boolean }

/** Refusal 40036 with what would be accepted; `password` is true where that may be one way. */
export async function proofNeeded(
  deps: FactorDeps,
  { customerId, ways, issuedFor, password }: Needed,
  call: Call,
): Promise<Error> {
  const accepts: ProofWay[] = []
  if (password && ways.password) accepts.push('password')
  if (ways.otp) accepts.push('otp')
  if (ways.passkeys > 0) accepts.push('passkey')
  if (hasFactor(ways) && ways.recoveryLeft > 0) accepts.push('recovery')
  if (ways.passkeys === 0) return refuse('proofNeeded', { accepts })
  const allowed = await listPasskeys(deps.db, customerId)
  return refuse('proofNeeded', { accepts, challenge: newChallenge(deps, { issuedFor, allowed }, call) })
}

type Allowed = readonly { credentialId: Buffer; transports: string[] }[]
/** Passkeys as WebAuthn names them to a browser (PublicKeyCredentialDescriptor). */
export const descriptorsOf = (passkeys: Allowed) =>
  passkeys.map(({ credentialId, transports }) => ({
    id: credentialId.toString('base64url'),
    type: 'public-key' as const,
    transports,
  }))

/** What a browser gives a passkey to sign: one of `allowed`, or any of this site where none is named. */
export function newChallenge(
  deps: FactorDeps,
  { issuedFor, allowed }: { issuedFor: ChallengeFor; allowed: Allowed },
  call: Call,
): PasskeyChallenge {
  return {
    challenge: deps.vault.challenge(issuedFor, deps.clock.now() + challengeMs).toString('base64url'),
    rpId: siteOf(deps, call).rpId,
    timeout: challengeMs,
    userVerification: 'required',
    allowCredentials: descriptorsOf(allowed),
  }
}

/** Tries a second factor of a customer; refuses 10091 {left} a wrong one and 40029 while codes must wait. */
export async function tryFactor(
  deps: FactorDeps,
  { customer, by, issuedFor }: { customer: Customer; by: Factor; issuedFor: ChallengeFor },
  call: Call,
): Promise<void> {
  if ('otp' in by) return tryCode(deps, { customer, code: by.otp }, call)
  // A signature cannot be guessed: passkey attempts are not counted, so an attacker's wrong codes do not lock them out.
  if (!(await tryPasskey(deps, { customerId: customer.id, passkeyCredential: by.passkey, issuedFor }, call)))
    throw refuse('codeWrong', { left: tryLimits.free })
}

/** Whether the assertion is of a passkey of this customer; its counter is kept. */
export async function tryPasskey(
  deps: FactorDeps,
  {
    customerId,
    passkeyCredential,
    issuedFor,
  }: { customerId: string; passkeyCredential: PasskeyCredential; issuedFor: ChallengeFor },
  call: Call,
): Promise<boolean> {
  const passkey = await findPasskey(deps.db, Buffer.from(passkeyCredential.id, 'base64url'))
  if (passkey === undefined || passkey.customerId !== customerId) return false
  const counter = await checkResponse(deps, { passkeyCredential, passkey, issuedFor }, call)
  return counter !== undefined && usePasskey(deps.db, { id: passkey.id, counter, at: deps.clock.now() })
}

/**
 * Counts a try of a customer's codes as wrong before it is checked; refuses 40029 while it must wait. Returns how many
 * were wrong in a row with this one.
 */
export async function enterTry({ db, clock }: FactorDeps, customerId: string): Promise<number> {
  const claimed = await claimTry(db, { customerId, now: clock.now() })
  if ('waitMs' in claimed) throw refuse('tooMany', { retryAfterS: Math.ceil(claimed.waitMs / 1000) })
  return claimed.wrong
}

/** 10091 with how many codes may still be wrong before the next one waits. */
export const wrongCode = (wrong: number): Error => refuse('codeWrong', { left: Math.max(0, tryLimits.free - wrong) })

async function tryCode(
  deps: FactorDeps,
  { customer, code }: { customer: Customer; code: string },
  call: Call,
): Promise<void> {
  const { db } = deps
  const customerId = customer.id
  const wrong = await enterTry(deps, customerId)
  if (await isRightOtp(deps, { customerId, code })) return forgiveTries(db, customerId)
  const at = deps.clock.now()
  if (await useRecoveryCode(deps, { customer, code, at, call })) return forgiveTries(db, customerId)
  const event = { change: 'wrongCodes' } as const
  if (wrong === tryLimits.free)
    await db.transaction().execute((tx) => enqueueFactorChange(deps, tx, { customer, event, at, call }))
  throw wrongCode(wrong)
}

/** Takes a recovery code with its notice in one transaction; false where it is none, or was taken before. */
async function useRecoveryCode(
  deps: FactorDeps,
  { customer, code, at, call }: { customer: Customer; code: string; at: number; call: Call },
): Promise<boolean> {
  const read = readRecoveryCode(code)
  if (read === undefined) return false
  const customerId = customer.id
  const hash = deps.vault.hashOfRecovery(customerId, read)
  return deps.db.transaction().execute(async (tx) => {
    if (!(await takeRecoveryCode(tx, { customerId, hash }))) return false
    const event = { change: 'recoveryUsed', left: (await findWays(tx, customerId)).recoveryLeft } as const
    await enqueueFactorChange(deps, tx, { customer, event, at, call })
    return true
  })
}

async function isRightOtp(
  { db, vault, clock }: FactorDeps,
  { customerId, code }: { customerId: string; code: string },
): Promise<boolean> {
  const digits = code.replaceAll(' ', '')
  if (!/^[0-9]{6}$/.test(digits)) return false
  const sealed = await findSealed(db, { customerId, enabled: true })
  if (sealed === undefined) return false
  const step = stepOf(vault.open(customerId, sealed), digits, clock.now())
  return step !== undefined && takeStep(db, { customerId, step, sealed })
}
