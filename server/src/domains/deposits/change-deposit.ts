import type { cancelRecharge, Deposit, resubmitRecharge } from '@evenhand/protocol/deposits.ts'
import * as z from 'zod/mini'
import { dateOf } from '../../kernel/time/clock.ts'
import { sql, sqlState } from '../../kernel/db/db.ts'
import type { Call } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { depositNotice } from './deposit-notices.ts'
import type { DepositsDeps } from './deposits.deps.ts'
import { reviewMs, viewDeposit } from './deposits.rules.ts'
import { findDeposit, type DepositsDb } from './deposits.store.ts'

/** Takes back a deposit that is SUBMITTED. Refuses 40039 any other, and another customer's; again it returns the same. */
export async function cancelDeposit(
  deps: DepositsDeps,
  { id }: z.output<typeof cancelRecharge.request>,
  call: Call,
): Promise<Deposit> {
  const { customerId } = call.session
  await sql`update wallet.deposits set status = 'CANCELLED', decided_at = ${dateOf(deps.clock.now())}
    where id = ${id} and customer_id = ${customerId} and status = 'SUBMITTED'`.execute(deps.db)
  const row = await findDeposit(deps.db, { id, customerId })
  if (row?.status !== 'CANCELLED') throw refuse('notFound')
  return viewDeposit(row)
}

/**
 * Submits a rejected deposit once more, with a picture that is another than before. Refuses 40039 one that is not
 * rejected or was submitted again already, 40024 the same picture, 40017 where another claim of it stands meanwhile.
 */
export async function resubmitDeposit(
  deps: DepositsDeps,
  { id, proofFileId, last6 }: z.output<typeof resubmitRecharge.request>,
  call: Call,
): Promise<Deposit> {
  const { customerId } = call.session
  const before = await findDeposit(deps.db, { id, customerId })
  if (before === undefined || before.status !== 'REJECTED' || before.resubmitted) throw refuse('notFound')
  if (proofFileId === '' || proofFileId === before.proofFileId) throw refuse('proofImageNeeded')
  await deps.mustOwnProof({ customerId, fileId: proofFileId })
  const dueAt = dateOf(deps.clock.now() + reviewMs)
  const write = async (tx: DepositsDb): Promise<Deposit> => {
    const { rows } = await sql`update wallet.deposits set status = 'SUBMITTED', resubmitted = true, round = round + 1,
        proof_file_id = ${proofFileId}, last6 = ${last6 ?? before.last6}, reason_code = null, decided_at = null, due_at = ${dueAt}
      where id = ${id} and customer_id = ${customerId} and status = 'REJECTED' and not resubmitted returning 1`.execute(
      tx,
    )
    const row = await findDeposit(tx, { id, customerId })
    if (row?.status !== 'SUBMITTED') throw refuse('notFound')
    const { accountId, coin, amount: units, round } = row
    // Another call may have submitted it meanwhile: that one has notified.
    if (rows.length === 1)
      await deps.enqueueNotices(tx, [depositNotice('deposit.submitted', { id, accountId, coin, units, round })])
    return viewDeposit(row)
  }
  return deps.db
    .transaction()
    .execute(write)
    .catch((cause: unknown) => {
      throw sqlState(cause) === '23505' ? refuse('transactionKnown') : cause
    })
}
