import type { Call } from '../../kernel/http/http.ts'
import type { AnyDb } from '../../kernel/http/operator-call.ts'
import { invariant } from '../../kernel/http/refusal.ts'
import { enqueueAccountMail } from './account-mail-queue.ts'
import type { AccountMail } from './account-mails.ts'
import type { AuthDeps } from './index.ts'

/** What a thief would do to take money out, or to stay. */
export type Warned = AccountMail<'address.added' | 'fundpwd.changed' | 'apikey.created'>

/**
 * Plans a mail to the caller, in the transaction of what was just done in the account's name: what, when, and a link that
 * freezes the account.
 */
export async function warn(deps: AuthDeps, tx: AnyDb, { event, call }: { event: Warned; call: Call }): Promise<void> {
  const [customer] = await deps.accounts.readMany(tx, [call.session.customerId])
  invariant(customer, 'a session has a customer')
  await enqueueAccountMail(deps, tx as never, {
    customer,
    mail: { template: event.template, params: event.params } as AccountMail,
    call,
  })
}
