import { invariant } from '../../kernel/http/refusal.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { newInviteCode, newUsername } from './accounts.rules.ts'
import { insertCustomer, type Customer } from './accounts.store.ts'
import type { AnyDb } from '../ledger/index.ts'
import type { AccountsDeps } from './index.ts'

export type Opening = {
  username: string | undefined
  email: string
  country: string
  lang: string
  termsVersion: string
  invitedBy: string | undefined
}

/**
 * Opens a customer and, in the same transaction, the ledger accounts: an empty real one and a virtual one with 10 000
 * USDT. The e-mail counts as proved. A user name or e-mail that is taken fails by its index (23505).
 */
export async function openCustomer({ ledger, clock }: AccountsDeps, tx: AnyDb, params: Opening): Promise<Customer> {
  const createdAt = clock.now()
  const id = uuidV7(createdAt)
  const accountId = await ledger.openCustomer(tx, id)
  const username = params.username ?? newUsername()
  // Of a thousand million codes a million are taken: a second draw is rare, a tenth would be a broken generator.
  for (let draws = 0; draws < 10; draws++) {
    const customer = await insertCustomer(tx as never, {
      ...params,
      id,
      accountId,
      username,
      createdAt,
      inviteCode: newInviteCode(),
    })
    if (customer !== undefined) return customer
  }
  invariant(false, 'ten drawn invite codes were all taken')
}
