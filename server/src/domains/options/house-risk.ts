import type { AccountMode } from '@evenhand/protocol/money.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import { exposureTotal } from './exposure-total.ts'
import { houseResult } from './house-result.ts'
import { openExposure } from './open-exposure.ts'
import type { OptionsDeps } from './options.deps.ts'

type Deps = {
  db: Db<'options'>
  ledger: OptionsDeps['ledger']
  codeOf: (instrumentId: number) => string
  /** The account of the reserve that pays options. */
  reserveId: bigint
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
  exposureTotal: (mode: AccountMode) =>
    exposureTotal(
      { db, reserveFree: (which) => ledger.houseFree(reserveId, which === 'real' ? 'USDT' : 'USDT.virtual') },
      mode,
    ),
  /** Percent of the reserve of real options that is free for new orders; 0 where it holds nothing. */
  async reserveLeftPercent(): Promise<number> {
    const { held, free } = await realReserve({ db, ledger, reserveId })
    return held + free === 0n ? 0 : Number((free * 100n) / (held + free))
  },
  /** What the house won with real options, by UTC day. */
  houseResult: (params: { now: number; days: number }) => houseResult(db, params),
})
