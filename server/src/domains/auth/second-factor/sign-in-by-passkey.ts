import type { PasskeyCredential, PasskeyChallenge } from '@evenhand/protocol/passkey-shapes.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { ipBucketOf, type Rule } from '../../../kernel/http/rate-limits.ts'
import { refuse } from '../../../kernel/http/refusal.ts'
import { mustBeBindable } from '../binding.ts'
import { signIn, type SignedIn } from '../sign-in.ts'
import type { FactorDeps } from './index.ts'
import { findPasskey } from './passkeys.store.ts'
import { handleOf } from './passkeys.ts'
import { newChallenge, tryPasskey } from './prove-factor.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'

// The rule of signing in, by its name: a passkey tried here counts as a password tried there.
const perAddress: Rule = { name: 'login', max: 20, perMs: minuteMs }
const issuedFor = { purpose: 'signIn', subject: '' } as const

/** What a browser needs to offer a choice of the passkeys of this site; it discloses nothing of any account. */
export const passkeySignIn = (deps: FactorDeps, call: Call): PasskeyChallenge =>
  newChallenge(deps, { issuedFor, allowed: [] }, call)

/**
 * Signs in by a passkey alone: the device, and the person it has verified, are two factors. Refuses 10004 whatever does
 * not hold, and what signing in refuses.
 */
export async function signInByPasskey(
  deps: FactorDeps,
  passkeyCredential: PasskeyCredential,
  call: Call,
): Promise<SignedIn> {
  const { db, accounts, limits } = deps
  mustBeBindable(deps, call)
  limits.take(perAddress, ipBucketOf(call.ip))
  const credentialId = Buffer.from(passkeyCredential.id, 'base64url')
  const found = await findPasskey(db, credentialId)
  const customer = found && (await accounts.find(found.customerId))
  if (customer === undefined || !namesOwner(passkeyCredential, customer.id)) throw refuse('credentialsWrong')
  if (!(await tryPasskey(deps, { customerId: customer.id, passkeyCredential, issuedFor }, call)))
    throw refuse('credentialsWrong')
  return signIn(deps, {
    customer,
    request: 'bothProved',
    call,
    stillProved: async (tx) => (await findPasskey(tx, credentialId))?.customerId === customer.id,
  })
}

/** A passkey that signs in alone names its owner; another one can only be used beside a password. */
const namesOwner = ({ response }: PasskeyCredential, customerId: string): boolean =>
  Buffer.from(response.userHandle ?? '', 'base64url').equals(handleOf(customerId))
