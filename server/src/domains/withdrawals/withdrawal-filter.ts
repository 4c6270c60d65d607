import type { withdrawalRisks } from '@evenhand/protocol/case-filters.ts'
import { caseCondition, type CaseFilter } from '../../kernel/module/case-filter.ts'
import { sql, type Fragment } from '../../kernel/db/db.ts'

/** Conditions over the tables of other domains, which write them; each takes expressions of the row it is evaluated for. */
export type WithdrawalRiskConditions = {
  /** Whether an address of the book was written down after a time. */
  addressAddedAfter: (params: { addressId: Fragment; after: Fragment }) => Fragment
  /** Whether another customer wrote the address down too. */
  addressShared: (params: { address: Fragment; customerId: Fragment }) => Fragment
  /** Whether a customer's fund password was changed after a time. */
  fundPasswordChangedAfter: (params: { customerId: Fragment; after: Fragment }) => Fragment
}

/** What operators narrow the list of withdrawals by. */
export type WithdrawalCaseFilter = CaseFilter & {
  readonly risk?: (typeof withdrawalRisks)[number] | undefined
  readonly conditions: WithdrawalRiskConditions
}

/** What a withdrawal `w` was worth in smallest units of USDT when it was requested; null where no price was fresh. */
export const withdrawalUsdt = sql`case w.asset when 1 then w.amount when 3 then w.amount
  when 4 then div(w.amount::numeric * w.prices[1], 100000000) when 5 then div(w.amount::numeric * w.prices[2], 100000000) end`

/** The time before a withdrawal that its risk panel covers. */
const weekBefore = sql`w.requested_at - interval '7 days'`

function riskCondition({ risk, conditions }: Pick<WithdrawalCaseFilter, 'risk' | 'conditions'>): Fragment {
  switch (risk) {
    case 'TWO_PERSONS':
      return sql`w.approvals_needed = 2`
    case 'ADDRESS_NEW':
      return conditions.addressAddedAfter({ addressId: sql`w.address_id`, after: weekBefore })
    case 'ADDRESS_SHARED':
      return conditions.addressShared({ address: sql`w.address`, customerId: sql`w.customer_id` })
    case 'FUND_PASSWORD_NEW':
      return conditions.fundPasswordChangedAfter({ customerId: sql`w.customer_id`, after: weekBefore })
    // The customers under a hold are part of the filter of every queue.
    case 'LEGAL_HOLD':
    case undefined:
      return sql`true`
  }
}

/** The condition over `wallet.withdrawals w`. */
export const withdrawalCondition = ({ risk, conditions, ...filter }: WithdrawalCaseFilter) => sql`
  ${caseCondition({ id: sql`w.id`, customer: sql`w.customer_id`, received: sql`w.requested_at`, worth: withdrawalUsdt }, filter)}
  and ${riskCondition({ risk, conditions })}`
