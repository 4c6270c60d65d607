import type { WholeLoan } from '@evenhand/protocol/loans.ts'
import type { Call } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { LoansDeps } from './loans.deps.ts'
import { findLoan, type LoansDb } from './loans.store.ts'
import { viewWholeLoan } from './view-loan.ts'

/** The loan that a key's first call was about, as it is now; undefined for a new key, or none. Refuses 40028 another request. */
export async function replayedLoan(
  { ledger, clock }: Pick<LoansDeps, 'ledger' | 'clock'>,
  db: LoansDb,
  { call, route }: { call: Call; route: string },
): Promise<WholeLoan | undefined> {
  if (call.key === undefined) return undefined
  const { accountId, customerId } = call.session
  const known = (await ledger.findKey({ accountId, key: call.key }, db)).find((one) => one.route === route)
  if (known === undefined) return undefined
  if (!known.request.equals(call.requestHash())) throw refuse('keyReused')
  const row = await findLoan(db, { id: known.ref, customerId })
  return row && viewWholeLoan(db, row, clock.now())
}
