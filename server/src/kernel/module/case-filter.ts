import type { AssigneeFilter } from '@evenhand/protocol/case-filters.ts'
import { dateOf } from '../time/clock.ts'
import { sql, type Fragment } from '../db/db.ts'

/** The filters that every queue's list may have. */
export type CaseFilterRequest = {
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly assignee?: AssigneeFilter | undefined
  readonly minUsdt?: string | undefined
  readonly maxUsdt?: string | undefined
  readonly risk?: string | undefined
}

/** The same once assignee and legal holds are looked up: cases and customers by their ids, undefined where any will do. */
export type CaseFilter = Pick<CaseFilterRequest, 'from' | 'to'> & {
  /** Smallest units. */
  readonly minUsdt?: bigint | undefined
  readonly maxUsdt?: bigint | undefined
  readonly onlyCases?: readonly string[] | undefined
  readonly exceptCases?: readonly string[] | undefined
  readonly customers?: readonly string[] | undefined
}

/** Where a queue's table has what is filtered by; `worth` in smallest units of USDT, null where there is no price. */
export type CaseColumns = {
  readonly id: Fragment
  readonly customer: Fragment
  readonly received: Fragment
  readonly worth?: Fragment
}

/** The condition of a filter over a queue's rows; true for an empty one. */
export function caseCondition(columns: CaseColumns, filter: CaseFilter): Fragment {
  const { id, customer, received, worth } = columns
  const { from, to, minUsdt, maxUsdt, onlyCases, exceptCases, customers } = filter
  const conditions: Fragment[] = [
    ...(from === undefined ? [] : [sql`${received} >= ${dateOf(from)}`]),
    ...(to === undefined ? [] : [sql`${received} < ${dateOf(to)}`]),
    ...(onlyCases === undefined ? [] : [sql`${id} = any (${[...onlyCases]}::uuid[])`]),
    ...(exceptCases === undefined ? [] : [sql`${id} <> all (${[...exceptCases]}::uuid[])`]),
    ...(customers === undefined ? [] : [sql`${customer} = any (${[...customers]}::uuid[])`]),
    // What has no price may be worth anything, so that no range leaves it out.
    ...(worth === undefined || minUsdt === undefined ? [] : [sql`coalesce(${worth} >= ${minUsdt}::bigint, true)`]),
    ...(worth === undefined || maxUsdt === undefined ? [] : [sql`coalesce(${worth} <= ${maxUsdt}::bigint, true)`]),
  ]
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}
