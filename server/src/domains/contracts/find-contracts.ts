import { operatorUser } from '@evenhand/protocol/operator-customers.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import type { SearchSource } from '../../kernel/module/search.ts'
import { msOf } from '../../kernel/time/clock.ts'
import { contractNoText } from './contracts.rules.ts'

type Row = { id: string; accountId: bigint; status: string; at: Date }

/** Contracts by their number, in whatever state; of one that closed in parts the whole or what is left of it. */
export const contractSearch = (db: Db<'contracts'>): SearchSource => ({
  shownBy: { contract: operatorUser },
  async find({ sought: { contractNo }, may }) {
    if (contractNo === undefined || !may(operatorUser)) return []
    const { rows } = await sql<Row>`
      select id, account_id as "accountId", case order_type when 'MARKET' then 'ACCEPTED' else 'PENDING' end as status,
        accepted_at as at from contracts.orders where order_no = ${contractNo}::bigint
      union all
      select id, account_id, 'OPEN', accepted_at from contracts.positions where order_no = ${contractNo}::bigint
      union all
      select id, account_id, status, accepted_at from contracts.history
      where order_no = ${contractNo}::bigint and parent_id is null`.execute(db)
    return rows.map((row) => ({ kind: 'contract' as const, ...row, no: contractNoText(contractNo), at: msOf(row.at) }))
  },
})
