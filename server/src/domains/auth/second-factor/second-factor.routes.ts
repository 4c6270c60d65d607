import * as protocol from '@evenhand/protocol/second-factor.ts'
import { handle, type Mounted } from '../../../kernel/http/http.ts'
import type { SecondFactor } from './index.ts'

/** Requests of a customer about one-time codes, recovery codes and passkeys, and the sign-in by passkey. */
export const secondFactorRoutes = (factor: SecondFactor): Mounted[] => [
  handle(protocol.security, factor.security),
  handle(protocol.setUpOtp, factor.setUpOtp),
  handle(protocol.enableOtp, factor.enableOtp),
  handle(protocol.disableOtp, factor.disableOtp),
  handle(protocol.renewRecoveryCodes, factor.renewRecoveryCodes),
  handle(protocol.passkeyOptions, factor.passkeyOptions),
  handle(protocol.registerPasskey, factor.registerPasskey),
  handle(protocol.removePasskey, factor.removePasskey),
  handle(protocol.passkeySignIn, factor.passkeySignIn),
]
