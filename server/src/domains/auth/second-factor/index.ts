import type { PasskeyCredential, PasskeyMade } from '@evenhand/protocol/passkey-shapes.ts'
import type { Call } from '../../../kernel/http/http.ts'
import type { AuthDeps } from '../index.ts'
import { disableOtp, enableOtp, renewRecoveryCodes, setUpOtp } from './otp.ts'
import { passkeyOptions, registerPasskey, removePasskey } from './passkeys.ts'
import { requireSecondFactor, type Proving } from './prove-factor.ts'
import { security } from './security.ts'
import { passkeySignIn, signInByPasskey } from './sign-in-by-passkey.ts'
import { createVault, type Vault } from './vault.ts'

export { sweepChallenges } from './passkeys.store.ts'
export { secondFactorRoutes } from './second-factor.routes.ts'

export type FactorDeps = AuthDeps & { vault: Vault }

/** The second factor: codes of an app, passkeys, and recovery codes for a customer who has lost them. */
export function createSecondFactor(auth: AuthDeps) {
  const deps: FactorDeps = { ...auth, vault: createVault(auth.factorKey) }
  return {
    deps,
    /** Called once a first factor was right, by every way in: see `requireSecondFactor` in prove-factor.ts. */
    requireSecondFactor: (params: Proving) => requireSecondFactor(deps, params),
    signInByPasskey: (response: PasskeyCredential, call: Call) => signInByPasskey(deps, response, call),
    passkeySignIn: async (_request: object, call: Call) => passkeySignIn(deps, call),
    security: (_request: object, call: Call) => security(deps, call),
    setUpOtp: (_request: object, call: Call) => setUpOtp(deps, call),
    enableOtp: (request: { code: string }, call: Call) => enableOtp(deps, request, call),
    disableOtp: (_request: object, call: Call) => disableOtp(deps, call),
    renewRecoveryCodes: (_request: object, call: Call) => renewRecoveryCodes(deps, call),
    passkeyOptions: (_request: object, call: Call) => passkeyOptions(deps, call),
    registerPasskey: (request: { name?: string | undefined; passkey: PasskeyMade }, call: Call) =>
      registerPasskey(deps, request, call),
    removePasskey: (request: { id: string }, call: Call) => removePasskey(deps, request, call),
  }
}

export type SecondFactor = ReturnType<typeof createSecondFactor>
