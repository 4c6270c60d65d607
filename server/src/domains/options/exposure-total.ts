import { formatUnits, type AccountMode } from '@evenhand/protocol/money.ts'
import { sql, type Db } from '../../kernel/db/db.ts'

/** What the house would pay beside returned stakes, and the free part of its reserve; decimal USDT. */
export type ExposureTotal = { open: number; ifAllWin: string; worst: string; free: string }

type Deps = { db: Db<'options'>; reserveFree: (mode: AccountMode) => Promise<bigint> }

/** Sums open orders of an account mode: if every one wins, and if on each instrument the dearer side wins. */
export async function exposureTotal({ db, reserveFree }: Deps, mode: AccountMode): Promise<ExposureTotal> {
  const { rows } = await sql<{ open: number; all_win: bigint; worst: bigint }>`
    select coalesce(sum(n), 0)::int as open, coalesce(sum(up + down), 0)::bigint as all_win,
      coalesce(sum(greatest(up, down)), 0)::bigint as worst
    from (
      select count(*) as n,
        coalesce(sum(stake * payout_ppm / 1000000) filter (where direction = 1), 0) as up,
        coalesce(sum(stake * payout_ppm / 1000000) filter (where direction = -1), 0) as down
      from options.open_orders where asset = ${mode === 'real' ? 1 : 2} group by instrument_id) sides`.execute(db)
  const usdt = (units: bigint): string => formatUnits(units, 6)
  const { open = 0, all_win = 0n, worst = 0n } = rows[0] ?? {}
  return { open, ifAllWin: usdt(all_win), worst: usdt(worst), free: usdt(await reserveFree(mode)) }
}
