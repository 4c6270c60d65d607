import { sql, type Db } from '../../../kernel/db/db.ts'
import { usdtText, type ContractLimits } from '../contracts.rules.ts'

type Row = { instrument_id: number; positions: number; long: bigint; short: bigint; waiting: bigint }
type Deps = { db: Db<'contracts'>; codeOf: (instrumentId: number) => string }

/**
 * What is open and waits in an asset, in all and by instrument, the largest first, with what the limits leave: notional at the
 * prices of opening, as the limits count it.
 */
export async function exposureNow({ db, codeOf }: Deps, asset: number, limits: ContractLimits) {
  const { rows } = await sql<Row>`
    select o.instrument_id, count(*) filter (where o.side <> 0)::int as positions,
      coalesce(sum(o.notional) filter (where o.side = 1), 0)::bigint as long,
      coalesce(sum(o.notional) filter (where o.side = -1), 0)::bigint as short,
      coalesce(sum(o.notional) filter (where o.side = 0), 0)::bigint as waiting
    from (
      select p.instrument_id, p.side, p.notional from contracts.positions p where p.asset = ${asset}
      union all
      select w.instrument_id, 0, w.notional from contracts.orders w where w.asset = ${asset}) o
    group by 1 order by sum(o.notional) desc`.execute(db)
  const sum = (valueOf: (row: Row) => bigint): bigint => rows.reduce((all, row) => all + valueOf(row), 0n)
  const positions = rows.reduce((all, row) => all + row.positions, 0)
  const whole = { positions, long: sum(({ long }) => long), short: sum(({ short }) => short), waiting: sum(waitingOf) }
  const left = limits.total - countedOf(whole)
  return {
    ...view(whole, left),
    instruments: rows.map((row) => {
      const own = limits.instrument - countedOf(row)
      return { code: codeOf(row.instrument_id), ...view(row, own < left ? own : left) }
    }),
  }
}

type Sums = Omit<Row, 'instrument_id'>
const waitingOf = ({ waiting }: Sums): bigint => waiting
const countedOf = ({ long, short, waiting }: Sums): bigint => long + short + waiting

const view = (sums: Sums, left: bigint) => ({
  positions: sums.positions,
  long: usdtText(sums.long),
  short: usdtText(sums.short),
  net: usdtText(sums.long - sums.short),
  waiting: usdtText(sums.waiting),
  counted: usdtText(countedOf(sums)),
  left: usdtText(left > 0n ? left : 0n),
})
