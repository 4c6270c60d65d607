import type { DomainsOf } from './domains.ts'
import type { Accounts } from './domains/accounts/index.ts'
import {
  createComplaints,
  type Complaints,
  type ComplaintsConsoleDeps,
  type ComplaintsDeps,
  type Subject,
  type SubjectKind,
} from './domains/complaints/index.ts'
import type { Ledger } from './domains/ledger/index.ts'
import type { Notices } from './domains/notices/index.ts'
import { orderNoText } from './domains/options/index.ts'
import { depositNo } from './domains/wallet/index.ts'
import { owned, sql, type Db } from './kernel/db.ts'
import type { OperatorDeps } from './kernel/operator-call.ts'

type SubjectsDb = Db<'wallet' | 'options' | 'kyc'>
type Wanted = { id: string | undefined; customerId: string; accountId: bigint }
type Found = { id: string; no: bigint | null }

// What may be complained about stands with the domains that made it; nothing of it is read but whose it is and its number.
const found = {
  withdrawal: ({ id, customerId }: Wanted) => sql<Found>`
    select id, order_no as no from wallet.withdrawals where id = ${id} and customer_id = ${customerId}`,
  deposit: ({ id, customerId }: Wanted) => sql<Found>`
    select id, order_no as no from wallet.deposits where id = ${id} and customer_id = ${customerId}`,
  identification: ({ id, customerId }: Wanted) => sql<Found>`
    select id, null::bigint as no from kyc.identifications
    where customer_id = ${customerId} and (${id ?? null}::uuid is null or id = ${id ?? null}::uuid) order by number desc limit 1`,
  order: ({ id, accountId }: Wanted) => sql<Found>`
    select id, order_no as no from options.orders where account_id = ${accountId} and id = ${id}
    union all select id, order_no from options.open_orders where account_id = ${accountId} and id = ${id} limit 1`,
} as const

const numbers: Readonly<Record<SubjectKind, (no: bigint) => string>> = {
  withdrawal: String,
  deposit: depositNo,
  identification: String,
  order: orderNoText,
}

/** Finds what a complaint is about among what is the customer's own. */
const subjects =
  (db: SubjectsDb): ComplaintsDeps['subjectOf'] =>
  async ({ kind, ...wanted }): Promise<Subject | undefined> => {
    const [row] = (await found[kind](wanted).execute(db)).rows
    return row && { id: row.id, no: row.no === null ? null : numbers[kind](row.no) }
  }

type Of = { ledger: Ledger; accounts: Accounts; notices: Pick<Notices, 'tellWith'> }

/** Complaints, given what they need of the domains whose doings are complained about. */
export const openComplaints = ({ pools, clock, limits }: DomainsOf, { ledger, accounts, notices }: Of): Complaints =>
  createComplaints({
    db: owned<'complaints'>(pools.api),
    clock,
    ledger,
    accounts,
    subjectOf: subjects(owned<'wallet' | 'options' | 'kyc'>(pools.api)),
    tellWith: notices.tellWith,
    limited: limits.on,
  })

/** The same for the console: names of operators, and whether one of them had a part in what is complained about. */
export function complaintsConsoleDeps(
  { pools, clock }: DomainsOf,
  { accounts, notices }: Of,
  operators: OperatorDeps,
): ComplaintsConsoleDeps {
  const acts = owned<'operators'>(pools.console)
  return {
    db: owned<'complaints'>(pools.console),
    clock,
    accounts,
    tellWith: notices.tellWith,
    operators,
    async operatorNames(ids) {
      if (ids.length === 0) return new Map()
      const rows = await acts.selectFrom('operators.operators').select(['id', 'name']).where('id', 'in', ids).execute()
      return new Map(rows.map(({ id, name }) => [id, name]))
    },
    async hadPart({ operatorId, subject }) {
      const { rows } = await sql`select from operators.acts
        where subject = ${subject} and operator_id = ${operatorId} and act !~ '[.](view|proof|picture)$' limit 1`.execute(
        acts,
      )
      return rows.length > 0
    },
  }
}
