import type { viewDepositProof } from '@evenhand/protocol/deposits-console.ts'
import * as z from 'zod/mini'
import type { OperatorCall } from '../../kernel/operator-call.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { DepositsConsoleDeps } from './deposits-console.deps.ts'
import { findDeposit } from './deposits.store.ts'

/** The proof image of a deposit, for an operator who says why; the look stands in the record. Refuses 40039 without one. */
export async function openProof(
  deps: DepositsConsoleDeps,
  { id, reason }: z.output<typeof viewDepositProof.ask>,
  call: OperatorCall,
) {
  const row = await findDeposit(deps.db, { id })
  if (row === undefined || row.proofFileId === null) throw refuse('notFound')
  const { proofFileId, customerId } = row
  await deps.db
    .transaction()
    .execute((tx) =>
      deps.operators.recordAct(tx, call, { act: 'deposit.proof', subject: `deposit:${id}`, customerId, reason }),
    )
  return deps.openPicture(proofFileId, { operatorId: call.operator.id, reason })
}
