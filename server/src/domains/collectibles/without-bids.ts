import { sql } from '../../kernel/db/db.ts'
import type { Balance } from '../ledger/index.ts'
import type { CollectiblesDb } from './collectibles.deps.ts'
import { fundsOfAsset } from './collectibles.rules.ts'

const assetOf = { REAL: 'USDT', LOAN: 'USDT.loan' } as const

/**
 * Balances of a customer as operators read them: what auctions hold counts as free until they end. A hold is the whole maximum
 * of the leader, so that the sum would name both, and an operator may be a bidder. Amounts in smallest units.
 */
export async function withoutBids(
  db: CollectiblesDb,
  accountId: bigint,
  balances: readonly Balance[],
): Promise<Balance[]> {
  const { rows } = await sql<{ asset: 1 | 3; held: bigint }>`
    select asset, sum(ceiling)::bigint as held from collectibles.bidders
    where account_id = ${accountId} and status = 'HELD' group by asset`.execute(db)
  const bid = new Map<string, bigint>(rows.map(({ asset, held }) => [assetOf[fundsOfAsset(asset)], held]))
  return balances.map((balance) => {
    const units = bid.get(balance.asset) ?? 0n
    return { ...balance, free: balance.free + units, held: balance.held - units }
  })
}
