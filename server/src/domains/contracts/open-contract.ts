import type { AccountMode } from '@evenhand/protocol/money.ts'
import { sql } from '../../kernel/db/db.ts'
import type { AnyDb } from '../ledger/index.ts'
import { modeOfAsset } from './contracts.store.ts'

/** In which account a position is open or an order waits, the real one first; undefined where neither has any. */
export async function openContract(tx: AnyDb, accountId: bigint): Promise<AccountMode | undefined> {
  const { rows } = await sql<{ asset: number }>`
    select asset from contracts.positions where account_id = ${accountId}
    union select asset from contracts.orders where account_id = ${accountId} order by 1 limit 1`.execute(tx)
  return rows[0] && modeOfAsset(rows[0].asset)
}
