import { langOf, type Lang } from '@evenhand/protocol/languages.ts'
import type { Call } from '../../kernel/http/http.ts'
import type { Customer } from '../accounts/index.ts'
import type { AuthDeps } from './index.ts'
import type { Draft, FreezeLink } from './mail-templates.ts'
import { findPhrase } from './phrases.store.ts'
import { freezeLinkHours, keepLink } from './freezes.store.ts'
import { newSecret } from './sessions.ts'

/** A link that freezes one account for six hours after one click on the page it opens: opening it changes nothing. */
async function newFreezeLink(
  { db, clock, publicUrl }: AuthDeps,
  { customerId, call }: { customerId: string; call: Call },
): Promise<FreezeLink> {
  const token = newSecret()
  await keepLink(db, { token, customerId, now: clock.now() })
  // What the caller says is our address is good for nobody's money; a live installation has its own.
  return { href: `${publicUrl ?? call.requester.origin}/pass/freeze?token=${token}`, hours: freezeLinkHours }
}

/**
 * Mails a customer after the answer, in the customer's language and with the customer's own words. What cannot be sent
 * is logged: the act it tells of has happened whether the mail arrives or not.
 */
export function notifyCustomer(deps: AuthDeps, customer: Customer, params: { what: string; draft: Draft }): void {
  deps.later.run(params.what, () => mailCustomer(deps, customer, params.draft), customer.id)
}

type Warning = { what: string; call: Call; draft: (link: FreezeLink) => Draft | Promise<Draft> }

/** Mails a customer after the answer what somebody else may have done, with a link that freezes the account. */
export function warnCustomer(deps: AuthDeps, customer: Customer, { what, call, draft }: Warning): void {
  const task = async (): Promise<void> => {
    const link = await newFreezeLink(deps, { customerId: customer.id, call })
    await mailCustomer(deps, customer, await draft(link))
  }
  deps.later.run(what, task, customer.id)
}

/** Mails a customer now; rejects when the mail could not be handed over. */
export async function mailCustomer(
  { db, mail }: AuthDeps,
  customer: Pick<Customer, 'id' | 'email' | 'lang'>,
  draft: Draft,
): Promise<void> {
  const lang: Lang = langOf(customer.lang)
  await mail.send({ to: customer.email, ...draft(lang, await findPhrase(db, customer.id)) })
}
