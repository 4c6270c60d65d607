import type { OrderParams } from '@evenhand/protocol/settings.ts'
import { sql } from '../../kernel/db/db.ts'
import type { KnownContracts } from './account-now.ts'
import { contractNoText } from './contracts.rules.ts'

/**
 * Number and instrument of the contracts that entries of one customer are about, by the references of these: a contract, a
 * part of one, or a negative balance that was paid, which is named by the closing that left it. Another's are left out.
 */
export async function namesOf(
  { db, instrumentOf }: Pick<KnownContracts, 'db' | 'instrumentOf'>,
  { accountId, ids }: { accountId: bigint; ids: readonly string[] },
): Promise<Map<string, OrderParams>> {
  if (ids.length === 0) return new Map()
  const wanted = sql`account_id = ${accountId} and id = any (${[...ids]}::uuid[])`
  const { rows } = await sql<{ ref: string; id: string; order_no: bigint; instrument_id: number }>`
    select id as ref, id, order_no, instrument_id from contracts.positions where ${wanted}
    union all
    select id, id, order_no, instrument_id from contracts.history where ${wanted}
    union all
    select p.id, h.id, h.order_no, h.instrument_id
    from (select * from contracts.protections where ${wanted}) p
    join lateral (
      select id, order_no, instrument_id from contracts.history
      where account_id = p.account_id and asset = p.asset and status = 'CLOSED' and ended_at = p.at
      order by entry_no desc limit 1) h on true`.execute(db)
  return new Map(
    rows.map(({ ref, id, order_no, instrument_id }) => [
      ref,
      { id, of: 'contract', orderNo: contractNoText(order_no), code: instrumentOf(instrument_id).code },
    ]),
  )
}
