import { randomBytes } from 'node:crypto'
import type { Call } from '../../../kernel/http/http.ts'
import { refuse } from '../../../kernel/http/refusal.ts'
import { badField } from '../auth.rules.ts'
import type { SignedIn } from '../sign-in.ts'
import { changeFactors } from './change-factors.ts'
import { dropTotp, enablePending, findSealed, findWays, forgiveTries, hasFactor, keepPending } from './factors.store.ts'
import type { FactorDeps } from './index.ts'
import { enterTry, wrongCode } from './prove-factor.ts'
import { newRecoveryCodes } from './recovery.ts'
import { base32, keyUri, secretBytes, stepOf } from './totp.ts'

/** Makes a secret for an app and shows it this once. It replaces one that was not enabled; refuses 40020 beside one that is. */
export async function setUpOtp(deps: FactorDeps, call: Call): Promise<{ secret: string; uri: string }> {
  const { db, vault, accounts, clock } = deps
  const { customerId } = call.session
  const customer = await accounts.find(customerId)
  if (customer === undefined) throw refuse('customerNotFound')
  const plain = randomBytes(secretBytes)
  const kept = await keepPending(db, { customerId, sealed: vault.seal(customerId, plain), at: clock.now() })
  if (!kept) throw badField('otp', 'enabled')
  const secret = base32(plain)
  const issuer = deps.mode === 'live' ? 'Evenhand' : 'Evenhand sandbox'
  return { secret, uri: keyUri({ secret, issuer, account: customer.username }) }
}

/**
 * Enables the secret that was set up, by a right code of the app. Returns ten new recovery codes. Refuses 10091 a wrong
 * code, of which five are free, and 40020 where nothing was set up.
 */
export async function enableOtp(
  deps: FactorDeps,
  request: { code: string },
  call: Call,
): Promise<SignedIn & { recoveryCodes: string[] }> {
  const { db, vault, clock } = deps
  const { customerId } = call.session
  const sealed = await findSealed(db, { customerId, enabled: false })
  if (sealed === undefined) throw badField('otp', 'notSetUp')
  const wrong = await enterTry(deps, customerId)
  const step = stepOf(vault.open(customerId, sealed), request.code.replaceAll(' ', ''), clock.now())
  if (step === undefined) throw wrongCode(wrong)
  const { written, signedIn } = await changeFactors(
    deps,
    {
      proves: true,
      event: () => ({ change: 'otpEnabled' }),
      async write(tx) {
        if (!(await enablePending(tx, { customerId, step, sealed, at: clock.now() }))) throw badField('otp', 'notSetUp')
        await forgiveTries(tx, customerId)
        return newRecoveryCodes(tx, { customerId, vault })
      },
    },
    call,
  )
  return { ...signedIn, recoveryCodes: written }
}

/** Takes the app away; refuses 40039 where there is none. */
export async function disableOtp(deps: FactorDeps, call: Call): Promise<SignedIn> {
  const { signedIn } = await changeFactors(
    deps,
    {
      event: () => ({ change: 'otpDisabled' }),
      async write(tx, { id }) {
        if (!(await dropTotp(tx, id))) throw refuse('notFound')
      },
    },
    call,
  )
  return signedIn
}

/** Ten new recovery codes; refuses 40039 a customer without a second factor. */
export async function renewRecoveryCodes(
  deps: FactorDeps,
  call: Call,
): Promise<SignedIn & { recoveryCodes: string[] }> {
  const { written, signedIn } = await changeFactors(
    deps,
    {
      event: () => ({ change: 'recoveryRenewed' }),
      async write(tx, { id }) {
        if (!hasFactor(await findWays(tx, id))) throw refuse('notFound')
        return newRecoveryCodes(tx, { customerId: id, vault: deps.vault })
      },
    },
    call,
  )
  return { ...signedIn, recoveryCodes: written }
}
