import { type AccountMode, formatUnits, tradingAsset } from '@evenhand/protocol/money.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import { openExposure } from './open-exposure.ts'
import type { OptionsDeps } from './options.deps.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import { firstDay } from '../../kernel/module/queue-history.ts'

type Deps = {
  db: Db<'options'>
  ledger: OptionsDeps['ledger']
  codeOf: (instrumentId: number) => string
  /** The account of the reserve that pays options. */
  reserveId: bigint
}

/** Of real options that ended on one UTC day, in units of USDT: what was staked, and what the house won (negative: lost). */
type ResultDay = { day: number; staked: bigint; result: bigint }

/** The result of the house by day, oldest first; days on which no real option ended are left out. */
async function houseResult(db: Db<'options'>, { now, days }: { now: number; days: number }): Promise<ResultDay[]> {
  const { rows } = await sql<ResultDay>`
    select (floor(extract(epoch from settled_at) / 86400) * 86400000)::float8 as day,
      sum(stake)::bigint as staked, (-sum(gain))::bigint as result
    from options.orders where asset = 1 and settled_at >= ${dateOf(firstDay(now, days))}
    group by 1 order by 1`.execute(db)
  return rows
}

/** What the house would pay beside returned stakes, and the free part of its reserve; decimal USDT. */
type ExposureTotal = { open: number; ifAllWin: string; worst: string; free: string }

/** Sums open orders of an account mode: if every one wins, and if on each instrument the dearer side wins. */
async function exposureTotal(
  { db, ledger, reserveId }: Omit<Deps, 'codeOf'>,
  mode: AccountMode,
): Promise<ExposureTotal> {
  const { rows } = await sql<{ open: number; all_win: bigint; worst: bigint }>`
    select coalesce(sum(n), 0)::int as open, coalesce(sum(up + down), 0)::bigint as all_win,
      coalesce(sum(greatest(up, down)), 0)::bigint as worst
    from (
      select count(*) as n,
        coalesce(sum(stake * payout_ppm / 1000000) filter (where direction = 1), 0) as up,
        coalesce(sum(stake * payout_ppm / 1000000) filter (where direction = -1), 0) as down
      from options.open_orders where asset = ${mode === 'real' ? 1 : 2} group by instrument_id) sides`.execute(db)
  const usdt = (units: bigint): string => formatUnits(units, 6)
  const free = await ledger.houseFree(reserveId, tradingAsset(mode))
  const { open = 0, all_win = 0n, worst = 0n } = rows[0] ?? {}
  return { open, ifAllWin: usdt(all_win), worst: usdt(worst), free: usdt(free) }
}

/** Units of USDT that the reserve of real options holds for open orders, and has left. */
async function realReserve({ db, ledger, reserveId }: Omit<Deps, 'codeOf'>): Promise<{ held: bigint; free: bigint }> {
  const { rows } = await sql<{ held: bigint }>`
    select coalesce(sum(stake * payout_ppm / 1000000), 0)::bigint as held from options.open_orders where asset = 1`.execute(
    db,
  )
  return { held: rows[0]?.held ?? 0n, free: await ledger.houseFree(reserveId, 'USDT') }
}

/** What operators watch of the house's risk with options; all of it reads. */
export const houseRisk = ({ db, ledger, codeOf, reserveId }: Deps) => ({
  /** Open orders by instrument, the largest possible payout first. */
  openExposure: (mode: AccountMode) => openExposure({ db, codeOf }, mode),
  /** What all open orders of an account mode would cost the house, and what is left of its reserve. */
  exposureTotal: (mode: AccountMode) => exposureTotal({ db, ledger, reserveId }, mode),
  /** Percent of the reserve of real options that is free for new orders; 0 where it holds nothing. */
  async reserveLeftPercent(): Promise<number> {
    const { held, free } = await realReserve({ db, ledger, reserveId })
    return held + free === 0n ? 0 : Number((free * 100n) / (held + free))
  },
  /** What the house won with real options, by UTC day. */
  houseResult: (params: { now: number; days: number }) => houseResult(db, params),
})
