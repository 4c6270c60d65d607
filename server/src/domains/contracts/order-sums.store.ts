import type { AccountMode } from '@evenhand/protocol/money.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import { assetOfMode } from './contracts.store.ts'

/** What a customer did on one account: opened, closed by hand, gained or lost by what closed (smallest units), and has open. */
type Trades = { buys: number; sells: number; profitLoss: bigint; open: number }

/** What a customer did with contracts since a time, epoch ms, on each account; orders that never opened count nothing. */
export async function tradesSince(
  db: Db<'contracts'>,
  params: { accountId: bigint; since: number },
): Promise<Record<AccountMode, Trades>> {
  const since = dateOf(params.since)
  const { rows } = await sql<{ asset: number; buys: number; sells: number; profit_loss: bigint; open: number }>`
    with known as (
      select asset, id as whole, open_ts, null::text as reason, 0::bigint as gain, true as open
      from contracts.positions where account_id = ${params.accountId}
      union all
      select asset, coalesce(parent_id, id), open_ts, close_reason,
        profit - fee_open - fee_close - financing + short - repaid, false from contracts.history
      where account_id = ${params.accountId} and status = 'CLOSED' and ended_at >= ${since})
    select asset, count(distinct whole) filter (where open_ts >= ${since})::int as buys,
      count(*) filter (where reason = 'USER')::int as sells, coalesce(sum(gain), 0)::bigint as profit_loss,
      count(*) filter (where open)::int as open
    from known group by asset`.execute(db)
  const ofMode = (mode: AccountMode): Trades => {
    const row = rows.find(({ asset }) => asset === assetOfMode[mode])
    return { buys: row?.buys ?? 0, sells: row?.sells ?? 0, profitLoss: row?.profit_loss ?? 0n, open: row?.open ?? 0 }
  }
  return { virtual: ofMode('virtual'), real: ofMode('real') }
}
