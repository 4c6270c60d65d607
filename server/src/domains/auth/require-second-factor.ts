import type { PasskeyCredential } from '@evenhand/protocol/passkey-shapes.ts'
import type { Call } from '../../kernel/http/http.ts'
import type { Customer } from '../accounts/index.ts'

/** What a request may bring beside the password or the code; `otp` is a code of the app or a recovery code. */
export type FactorRequest = { readonly otp?: string | undefined; readonly passkey?: PasskeyCredential | undefined }

/**
 * Called once the first factor was right, at sign-in and at reset alike: refuses 40036 where the customer has a second
 * factor and the request brings none, 10091 where it is wrong. A reset is no way around it.
 */
export type RequireSecondFactor = (params: { customer: Customer; request: FactorRequest; call: Call }) => Promise<void>
