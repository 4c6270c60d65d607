import { minAge } from '@evenhand/protocol/accounts.ts'
import type { Call } from '../../kernel/http/http.ts'
import type { AuthDeps } from './index.ts'

/** What the registration form shows. Only a sandbox proposes a country: there, options can be tried at once. */
export const registerForm = async ({ safeguards, mode, termsVersion, mailboxPath }: AuthDeps, call: Call) => ({
  countries: safeguards.openCountries(),
  proposedCountry: mode === 'sandbox' ? safeguards.proposedCountry(call.lang) : null,
  termsVersion: termsVersion(),
  minAge,
  mailbox: mailboxPath ?? null,
})
