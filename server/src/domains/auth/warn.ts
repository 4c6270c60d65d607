import type { Lang } from '@evenhand/protocol/languages.ts'
import type { Call } from '../../kernel/http/http.ts'
import type { AuthDeps } from './index.ts'
import { credentialMail } from './mail-templates.ts'
import { warnCustomer } from './notify-customer.ts'

export type Warned = {
  /** For the log, where the mail could not be sent. */
  what: string
  said: (lang: Lang) => { subject: string; lead: string }
}

/** Mails the caller, after the answer, what was just done in the account's name: what, when, and a link that freezes it. */
export function warn(deps: AuthDeps, { what, said }: Warned, call: Call): void {
  const { customerId } = call.session
  const at = deps.clock.now()
  deps.later.run(what, async () => {
    const customer = await deps.accounts.find(customerId)
    if (customer === undefined) return
    warnCustomer(deps, customer, { what, call, draft: (link) => credentialMail(said, { at, link }) })
  })
}
