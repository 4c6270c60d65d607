import type { Db } from '../../../kernel/db/db.ts'
import type { Call } from '../../../kernel/http/http.ts'
import type { Customer } from '../../accounts/index.ts'
import { enqueueAccountMail } from '../account-mail-queue.ts'
import type { FactorEvent } from './factor-mail.ts'
import type { FactorDeps } from './index.ts'

type FactorChange = { customer: Customer; event: FactorEvent; at: number; call: Call }

/** Notifies a customer, in the app and by mail, of what happened to the second factor, in the caller's transaction. */
export async function enqueueFactorChange(
  deps: FactorDeps,
  tx: Db<'auth'>,
  { customer, event, at, call }: FactorChange,
): Promise<void> {
  const change = { template: 'twofa.changed', params: event } as const
  await deps.enqueueNotices?.(tx, [{ accountId: customer.accountId, ...change, ref: `${event.change} ${at}` }])
  await enqueueAccountMail(deps, tx, { customer, mail: change, call })
}
