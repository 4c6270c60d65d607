import { formatUnits, type AccountMode } from '@evenhand/protocol/money.ts'
import { sql, type Db } from '../../kernel/db/db.ts'

/** What is open on an instrument: how many orders, stakes by side, and what the house would pay beside the stakes. */
export type OpenExposure = {
  code: string
  open: number
  stakeUp: string
  stakeDown: string
  payoutUp: string
  payoutDown: string
}

/** Open orders of an account mode by instrument, the largest possible payout first. */
export async function openExposure(
  { db, codeOf }: { db: Db<'options'>; codeOf: (instrumentId: number) => string },
  mode: AccountMode,
): Promise<OpenExposure[]> {
  const { rows } = await sql<{
    instrument_id: number
    n: number
    stake_up: bigint
    stake_down: bigint
    payout_up: bigint
    payout_down: bigint
  }>`
    select instrument_id, count(*)::int as n,
      coalesce(sum(stake) filter (where direction = 1), 0)::bigint as stake_up,
      coalesce(sum(stake) filter (where direction = -1), 0)::bigint as stake_down,
      coalesce(sum(stake * payout_ppm / 1000000) filter (where direction = 1), 0)::bigint as payout_up,
      coalesce(sum(stake * payout_ppm / 1000000) filter (where direction = -1), 0)::bigint as payout_down
    from options.open_orders where asset = ${mode === 'real' ? 1 : 2} group by 1
    order by greatest(sum(stake * payout_ppm) filter (where direction = 1), sum(stake * payout_ppm) filter (where direction = -1)) desc
    limit 1000`.execute(db)
  const usdt = (units: bigint): string => formatUnits(units, 6)
  return rows.map((row) => ({
    code: codeOf(row.instrument_id),
    open: row.n,
    stakeUp: usdt(row.stake_up),
    stakeDown: usdt(row.stake_down),
    payoutUp: usdt(row.payout_up),
    payoutDown: usdt(row.payout_down),
  }))
}
