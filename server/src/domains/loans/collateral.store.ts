import type { Sale, SaleCause } from '@evenhand/proofs/loans/collateral.ts'
import type { CollateralCoin } from '@evenhand/protocol/collateral-rules.ts'
import { sql, type Fragment } from '../../kernel/db/db.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import { assetIds } from '../ledger/index.ts'
import { wireTick, type PricedTick } from './collateral.rules.ts'
import type { LoansDb } from './loans.store.ts'

type KeptTick = ReturnType<typeof wireTick>
export type CollateralMove = {
  kind: 'PLEDGE' | 'ADD' | 'TAKE_BACK' | 'SALE' | 'RELEASE'
  at: number
  amount: bigint
  tick: KeptTick | null
  owed: bigint | null
  cause: SaleCause | null
  steps: number | null
}
/** Collateral of a loan with everything that moved it, oldest first; amounts in smallest units. */
export type CollateralRow = {
  loanId: string
  coin: CollateralCoin
  amount: bigint
  pledged: bigint
  notified: number
  moves: CollateralMove[]
}
type ReadMove = Omit<CollateralMove, 'amount' | 'owed'> & { amount: string; owed: string | null }
type Read = Omit<CollateralRow, 'coin' | 'moves'> & { asset: number; moves: ReadMove[] }

const coinOfAsset = (asset: number): CollateralCoin => (asset === assetIds.BTC ? 'BTC' : 'ETH')

/** Collateral that a condition over `loans.collateral c` is true of. */
async function collateralWhere(db: LoansDb, where: Fragment): Promise<CollateralRow[]> {
  const { rows } = await sql<Read>`
    select c.loan_id as "loanId", c.asset, c.amount, c.pledged, c.notified,
      (select json_agg(json_build_object('kind', m.kind, 'at', round(extract(epoch from m.at) * 1000)::bigint,
        'amount', m.amount::text, 'tick', m.tick, 'owed', m.owed::text, 'cause', m.cause, 'steps', m.steps) order by m.n)
        from loans.collateral_moves m where m.loan_id = c.loan_id) as moves
    from loans.collateral c where ${where}`.execute(db)
  return rows.map(({ asset, moves, ...row }) => ({
    ...row,
    coin: coinOfAsset(asset),
    moves: moves.map(({ amount, owed, ...move }) => ({
      ...move,
      amount: BigInt(amount),
      owed: owed === null ? null : BigInt(owed),
    })),
  }))
}

/** What secures a loan; undefined where nothing ever did. */
export const collateralOf = async (db: LoansDb, loanId: string): Promise<CollateralRow | undefined> =>
  (await collateralWhere(db, sql`c.loan_id = ${loanId}`))[0]

/** Loans that collateral is held for and that run, as a condition over `loans.loans l`. */
export const securedNow = sql`l.status in ('ACTIVE', 'OVERDUE', 'IN_ARREARS')
  and exists (select from loans.collateral c where c.loan_id = l.id and c.amount > 0)`

/** Loans whose last step, the write-off, waits until their collateral is sold; a condition over `loans.loans l`. */
export const isSecuredAtEnd = sql`(l.status = 'IN_ARREARS'
  and exists (select from loans.collateral c where c.loan_id = l.id and c.amount > 0))`

export type Pledging = {
  id: string
  loanId: string
  customerId: string
  coin: CollateralCoin
  amount: bigint
  /** Of the pledge that is signed with an application. */
  tick: PricedTick | null
  at: number
}
export type PledgeOutcome = { outcome: 'pledged' | 'balance' | 'state'; free: bigint | null }

/** Holds a coin for a loan (`loans.pledge`). */
export async function pledge(db: LoansDb, one: Pledging): Promise<PledgeOutcome> {
  const { rows } = await sql<PledgeOutcome>`
    select outcome, free from loans.pledge(row(${one.id}, ${one.loanId}, ${one.customerId}, ${assetIds[one.coin]}, ${one.amount},
      ${one.tick && JSON.stringify(wireTick(one.tick))}, ${dateOf(one.at)})::loans.new_pledge)`.execute(db)
  return rows[0] ?? { outcome: 'state', free: null }
}

export type Taking = {
  id: string
  loanId: string
  customerId: string
  /** How many payments and movements the caller had seen. */
  payments: number
  moves: number
  owed: bigint
  amount: bigint
  tick: PricedTick
  at: number
}

/** Gives a part back (`loans.take_collateral`). */
export async function takeBack(tx: LoansDb, one: Taking): Promise<'taken' | 'changed' | 'share' | 'state'> {
  const { rows } = await sql<{ outcome: 'taken' | 'changed' | 'share' | 'state' }>`
    select loans.take_collateral(row(${one.id}, ${one.loanId}, ${one.customerId}, ${one.payments}, ${one.moves}, ${one.owed},
      ${one.amount}, ${JSON.stringify(wireTick(one.tick))}, ${dateOf(one.at)})::loans.collateral_taking) as outcome`.execute(
    tx,
  )
  return rows[0]?.outcome ?? 'state'
}

export type Selling = Sale & {
  id: string
  loanId: string
  customerId: string
  /** How many payments and movements the caller had seen, and the repayment plan that it computed by. */
  payments: number
  planId: string | null
  moves: number
  owed: bigint
  cause: SaleCause
  tick: PricedTick
  at: number
}
export type Sold = {
  outcome: 'sold' | 'lent' | 'changed' | 'inventory' | 'nothing'
  paid: bigint | null
  ends: 'REPAID' | null
}

/** Repays a loan out of its collateral (`loans.sell_collateral`). */
export async function sellCollateral(tx: LoansDb, one: Selling): Promise<Sold> {
  const { rows } = await sql<Sold>`
    select outcome, paid, ends from loans.sell_collateral(row(${one.id}, ${one.loanId}, ${one.customerId}, ${one.payments},
      ${one.planId}, ${one.moves}, ${one.owed}, ${one.cause}, ${one.steps}, ${one.amount}, ${one.fee}, ${one.received},
      ${JSON.stringify(wireTick(one.tick))}, ${dateOf(one.at)})::loans.collateral_sale)`.execute(tx)
  return rows[0] ?? { outcome: 'nothing', paid: null, ends: null }
}

/** Keeps the share that a customer is notified of; whether it still was the one before (`loans.notify_collateral`). */
export async function keepNotified(
  tx: LoansDb,
  { loanId, before, after }: { loanId: string; before: number; after: number },
): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select loans.notify_collateral(${loanId}, ${before}::smallint, ${after}::smallint) as done`.execute(tx)
  return rows[0]?.done === true
}
