import { accountCauses } from '../domains/accounts/index.ts'
import { complaintCauses } from '../domains/complaints/index.ts'
import { contractCauses } from '../domains/contracts/index.ts'
import { conversionCauses } from '../domains/conversions/index.ts'
import { depositCauses } from '../domains/deposits/index.ts'
import { inviteCauses } from '../domains/invites/index.ts'
import { kycCauses } from '../domains/kyc/index.ts'
import { ledgerCauses, type Causes } from '../domains/ledger/index.ts'
import { collectibleCauses } from '../domains/collectibles/index.ts'
import { loanCauses } from '../domains/loans/index.ts'
import { requestCauses } from '../domains/operators/index.ts'
import { optionCauses } from '../domains/options/index.ts'
import { planCauses } from '../domains/plans/index.ts'
import { safeguardCauses } from '../domains/safeguards/index.ts'
import { withdrawalCauses } from '../domains/withdrawals/index.ts'

const declared: readonly Causes[] = [
  ledgerCauses,
  accountCauses,
  optionCauses,
  contractCauses,
  planCauses,
  depositCauses,
  withdrawalCauses,
  conversionCauses,
  loanCauses,
  inviteCauses,
  collectibleCauses,
  requestCauses,
  kycCauses,
  complaintCauses,
  safeguardCauses,
]

/** What every product declares about the entries and holds that it causes; a kind of entry that is not here is a finding. */
export const allCauses: Causes = {
  entries: declared.flatMap(({ entries }) => entries),
  holds: declared.flatMap(({ holds }) => holds),
  held: declared.flatMap(({ held }) => held),
  rules: declared.flatMap(({ rules }) => rules),
  signed: declared.flatMap(({ signed = [] }) => signed),
}
