import type { recordDeposit } from '@evenhand/protocol/deposits-console.ts'
import { fundMethods, transactionHash } from '@evenhand/protocol/funds.ts'
import * as z from 'zod/mini'
import { uuidV7 } from '../../kernel/ids.ts'
import type { OperatorCall } from '../../kernel/http/operator-call.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { depositNotice } from './deposit-notices.ts'
import type { DepositsConsoleDeps } from './deposits.deps.ts'
import { depositUnits, reviewMs } from './deposits.rules.ts'
import { findDeposit, insertDeposit, type DepositRow } from './deposits.store.ts'

/**
 * Writes down coins that arrived without a form, below what the form takes, or of a form that was rejected, for the customer
 * who sent them: no customer's money is kept. Two persons credit it whatever it is worth, for no customer has requested it;
 * who records it may be one of them. As a `part` it stands beside what people have credited of the same transaction: the
 * rest of too little, or what another customer was sent by it. Refuses 40017 a transaction that has an owner already, 40039
 * an unknown customer and a part of what was not credited by hand, 10025, 10016, 40023.
 */
export async function recordArrival(
  deps: DepositsConsoleDeps,
  request: z.output<typeof recordDeposit.request>,
  call: OperatorCall,
): Promise<DepositRow> {
  const method = fundMethods.find((one) => one.method === request.method)
  if (method === undefined) throw refuse('methodMissing', { methods: fundMethods.map((one) => one.method) })
  const amount = depositUnits(method.coin, request.amount)
  const txHash = transactionHash(method.chain, request.txHash)
  if (txHash === undefined) throw refuse('hashMalformed', { network: method.network })
  const customer = (await deps.customersById([request.customerId])).get(request.customerId)
  if (customer === undefined) throw refuse('notFound')
  const at = deps.clock.now()
  const id = uuidV7(at)
  return deps.db.transaction().execute(async (tx) => {
    const written = await insertDeposit(tx, {
      id,
      customerId: request.customerId,
      accountId: customer.accountId,
      method,
      amount,
      usdt: deps.usdtOf(method.coin, amount),
      last6: request.fromAddress.slice(-6),
      txHash,
      proofFileId: null,
      source: 'OPERATOR',
      fromAddress: request.fromAddress,
      part: request.part === true,
      at,
      dueAt: at + reviewMs,
    })
    if (!written) throw refuse('transactionKnown')
    await deps.operators.recordAuditEntry(tx, call, {
      act: 'deposit.record',
      subject: `deposit:${id}`,
      customerId: request.customerId,
      reason: request.reason,
      after: { method: method.method, amount: request.amount, txHash, part: request.part === true },
    })
    const row = await findDeposit(tx, { id })
    if (row === undefined) throw refuse('notFound')
    const { accountId, coin } = row
    await deps.enqueueNotices(tx, [depositNotice('deposit.recorded', { id, accountId, coin, units: amount })])
    return row
  })
}
