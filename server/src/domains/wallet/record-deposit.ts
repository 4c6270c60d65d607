import type { recordDeposit } from '@evenhand/protocol/deposits-console.ts'
import { fundMethods, transactionHash } from '@evenhand/protocol/funds.ts'
import * as z from 'zod/mini'
import { uuidV7 } from '../../kernel/ids.ts'
import type { OperatorCall } from '../../kernel/operator-call.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { DepositsConsoleDeps } from './deposits-console.deps.ts'
import { depositUnits, reviewMs } from './deposits.rules.ts'
import { findDeposit, insertDeposit, type DepositRow } from './deposits.store.ts'

/**
 * Writes down coins that arrived without a form, or below what the form takes, for the customer who sent them: no
 * customer's money is kept. It is credited by two persons
 * whatever it is worth, for no customer has asked for it; who records it may be one of them.
 */
export async function recordArrival(
  deps: DepositsConsoleDeps,
  ask: z.output<typeof recordDeposit.ask>,
  call: OperatorCall,
): Promise<DepositRow> {
  const method = fundMethods.find((one) => one.method === ask.method)
  if (method === undefined) throw refuse('methodMissing', { methods: fundMethods.map((one) => one.method) })
  const amount = depositUnits(method.coin, ask.amount)
  const txHash = transactionHash(method.chain, ask.txHash)
  if (txHash === undefined) throw refuse('hashMalformed', { network: method.network })
  const customer = (await deps.customersById([ask.customerId])).get(ask.customerId)
  if (customer === undefined) throw refuse('notFound')
  const at = deps.clock.now()
  const id = uuidV7(at)
  const row = await deps.db.transaction().execute(async (tx) => {
    const written = await insertDeposit(tx, {
      id,
      customerId: ask.customerId,
      accountId: customer.accountId,
      method,
      amount,
      usdt: deps.usdtOf(method.coin, amount),
      last6: ask.fromAddress.slice(-6),
      txHash,
      proofFileId: null,
      source: 'OPERATOR',
      fromAddress: ask.fromAddress,
      at,
      dueAt: at + reviewMs,
    })
    if (!written) throw refuse('transactionKnown')
    await deps.operators.recordAct(tx, call, {
      act: 'deposit.record',
      subject: `deposit:${id}`,
      customerId: ask.customerId,
      reason: ask.reason,
      after: { method: method.method, amount: ask.amount, txHash },
    })
    return findDeposit(tx, { id })
  })
  if (row === undefined) throw refuse('notFound')
  return row
}
