import type { depositRisks } from '@evenhand/protocol/case-filters.ts'
import { caseCondition, type CaseFilter } from '../../kernel/module/case-filter.ts'
import { sql } from '../../kernel/db/db.ts'

/** What operators narrow the list of deposits by. */
export type DepositCaseFilter = CaseFilter & {
  readonly risk?: (typeof depositRisks)[number] | undefined
  /** Smallest units of USDT for a whole BTC and a whole ETH; null where there is no fresh price. */
  readonly prices: { readonly BTC: bigint | null; readonly ETH: bigint | null }
}

const wholeCoin = 100_000_000n

/** As the list shows it: by what was credited, else by the higher of claim and chain at the present price. */
const worth = ({ BTC, ETH }: DepositCaseFilter['prices']) => sql`
  case when d.credited is not null then d.credited_usdt::numeric
    when d.asset = 1 then greatest(d.amount, a.amount, s.amount)::numeric
    else div(greatest(d.amount, a.amount, s.amount)::numeric
      * case d.asset when 4 then ${BTC}::bigint when 5 then ${ETH}::bigint end, ${wholeCoin}::bigint) end`

const risks = {
  // The customers under a hold are part of the filter of every queue.
  LEGAL_HOLD: sql`true`,
  AMOUNT_DIFFERS: sql`coalesce(a.amount, s.amount) <> d.amount`,
  SUBMITTED_AGAIN: sql`d.resubmitted`,
  SAME_TRANSACTION: sql`exists (select from wallet.deposits o
    where o.chain = d.chain and o.tx_hash = d.tx_hash and o.id <> d.id)`,
} as const satisfies Record<(typeof depositRisks)[number], ReturnType<typeof sql>>

/** The condition over `wallet.deposits d` with its arrival `a` and its output at the shared address `s`. */
export const depositCondition = ({ risk, prices, ...filter }: DepositCaseFilter) => sql`
  ${caseCondition({ id: sql`d.id`, customer: sql`d.customer_id`, received: sql`d.created_at`, worth: worth(prices) }, filter)}
  and ${risk === undefined ? sql`true` : risks[risk]}`
