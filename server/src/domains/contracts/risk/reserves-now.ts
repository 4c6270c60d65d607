import { dayMs } from '@evenhand/protocol/durations.ts'
import { tradingAsset, type AccountMode } from '@evenhand/protocol/money.ts'
import { sql, type Db } from '../../../kernel/db/db.ts'
import { dateOf } from '../../../kernel/time/clock.ts'
import type { Ledger } from '../../ledger/index.ts'
import { usdtText } from '../contracts.rules.ts'
import { assetOfMode } from '../contracts.store.ts'
import { reserveNames } from '../reserve.ts'

type Deps = { db: Db<'contracts'>; ledger: Pick<Ledger, 'accountNamed' | 'houseFree'> }
type Sums = { won: bigint; lost: bigint; repaid: bigint; protected: bigint; from_nbp: bigint }

/**
 * What the reserves of contracts hold of an account mode, and what they paid and received since 00:00 UTC: the house's side
 * of profits and losses, and what lifted negative balances to zero with what the house's capital added where it was short.
 */
export async function reservesNow({ db, ledger }: Deps, mode: AccountMode, now: number) {
  const from = dateOf(Math.floor(now / dayMs) * dayMs)
  const asset = assetOfMode[mode]
  const { rows } = await sql<Sums>`
    select coalesce(sum(greatest(h.profit, 0)), 0)::bigint as won,
      coalesce(sum(greatest(-h.profit, 0) - h.short), 0)::bigint as lost, coalesce(sum(h.repaid), 0)::bigint as repaid,
      coalesce((select sum(p.amount) from contracts.protections p where p.asset = ${asset} and p.at >= ${from}), 0)::bigint
        as protected,
      coalesce((select sum(p.from_reserve) from contracts.protections p where p.asset = ${asset} and p.at >= ${from}), 0)::bigint
        as from_nbp
    from contracts.history h where h.asset = ${asset} and h.status = 'CLOSED' and h.ended_at >= ${from}`.execute(db)
  const sums = rows[0] ?? { won: 0n, lost: 0n, repaid: 0n, protected: 0n, from_nbp: 0n }
  const moved = {
    // What is paid for a negative balance makes good the loss that the account could not pay.
    'reserve:contracts': { paid: sums.won, received: sums.lost + sums.repaid + sums.protected, covered: null },
    'reserve:nbp': { paid: sums.from_nbp, received: 0n, covered: sums.protected - sums.from_nbp },
  }
  return Promise.all(
    reserveNames.map(async (name) => ({
      name,
      holds: usdtText(await ledger.houseFree(await ledger.accountNamed(name), tradingAsset(mode))),
      paid: usdtText(moved[name].paid),
      received: usdtText(moved[name].received),
      covered: coveredText(moved[name].covered),
    })),
  )
}

const coveredText = (units: bigint | null): string | null => (units === null ? null : usdtText(units))
