import type { PlanTerms } from '@evenhand/proofs/plans/terms.ts'
import type { PlanProductStatus, PlanStatus } from '@evenhand/protocol/states.ts'
import { dateOf, msOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import type { AnyDb } from '../ledger/index.ts'
import type { PlansDb, Position, Product } from './plans.deps.ts'

type TermsRow = { days: number; dailyPpm: number; penaltyPpm: number; coolingHours: number }
const termsOf = ({ days, dailyPpm, penaltyPpm, coolingHours }: TermsRow): PlanTerms => ({
  days,
  dailyPpm: BigInt(dailyPpm),
  penaltyPpm: BigInt(penaltyPpm),
  coolingHours,
})

type ProductRow = Omit<Product, 'terms'> & TermsRow
const productColumns = sql`p.id, p.names, p.sources, p.days, p.daily_ppm as "dailyPpm", p.penalty_ppm as "penaltyPpm",
  p.cooling_hours as "coolingHours", p.min_amount as min, p.max_amount as max, p.capacity, p.sold,
  encode(p.terms_hash, 'hex') as "termsHash", p.status, p.board, p.board_reason as "boardReason"`
const productOf = ({ days, dailyPpm, penaltyPpm, coolingHours, ...row }: ProductRow): Product => ({
  ...row,
  terms: termsOf({ days, dailyPpm, penaltyPpm, coolingHours }),
})

/** Every product, the shortest first, as operators see them. */
export async function allProducts(db: PlansDb): Promise<Product[]> {
  const { rows } =
    await sql<ProductRow>`select ${productColumns} from plans.products p order by p.days, p.at, p.id`.execute(db)
  return rows.map(productOf)
}

/** Products that are offered, and those of which an account has a position that earns; the shortest first. */
export async function offeredProducts(db: PlansDb, accountId: bigint): Promise<Product[]> {
  const { rows } = await sql<ProductRow>`
    select ${productColumns} from plans.products p
    where p.status = 'OPEN' or p.id in
      (select o.product_id from plans.positions o where o.account_id = ${accountId} and o.status = 'EARNING')
    order by p.days, p.at, p.id`.execute(db)
  return rows.map(productOf)
}

/** A product that is or was offered; undefined where there is none of that id. */
export async function findProduct(db: PlansDb, id: string): Promise<Product | undefined> {
  const { rows } = await sql<ProductRow>`
    select ${productColumns} from plans.products p where p.id = ${id} and p.status <> 'DRAFT'`.execute(db)
  return rows[0] && productOf(rows[0])
}

type PositionRow = Omit<Position, 'terms' | 'startedAt' | 'endedAt'> &
  TermsRow & { startedAt: Date; endedAt: Date | null }
const positionColumns = sql`o.account_id as "accountId", o.id, o.order_no as "orderNo", o.product_id as "productId", p.names,
  o.principal, o.days, o.daily_ppm as "dailyPpm", o.penalty_ppm as "penaltyPpm", o.cooling_hours as "coolingHours",
  encode(o.terms_hash, 'hex') as "termsHash", o.started_at as "startedAt", o.paid_days as "paidDays", o.status, o.penalty,
  o.returned, o.ended_at as "endedAt"`
const positionOf = ({
  days,
  dailyPpm,
  penaltyPpm,
  coolingHours,
  startedAt,
  endedAt,
  ...row
}: PositionRow): Position => ({
  ...row,
  terms: termsOf({ days, dailyPpm, penaltyPpm, coolingHours }),
  startedAt: msOf(startedAt),
  endedAt: endedAt === null ? null : msOf(endedAt),
})

/** A position of an account; undefined where it has none of that id. */
export async function findPosition(
  db: PlansDb,
  { accountId, id }: { accountId: bigint; id: string },
): Promise<Position | undefined> {
  const { rows } = await sql<PositionRow>`
    select ${positionColumns} from plans.positions o join plans.products p on p.id = o.product_id
    where o.account_id = ${accountId} and o.id = ${id}`.execute(db)
  return rows[0] && positionOf(rows[0])
}

/** A page of an account's positions, newest first, and how many there are. */
export async function listPositions(
  db: PlansDb,
  params: { accountId: bigint; status: PlanStatus | undefined; limit: number; offset: number },
): Promise<{ rows: Position[]; total: number }> {
  const wanted = sql`o.account_id = ${params.accountId} and (${params.status ?? null}::text is null or o.status = ${params.status ?? null})`
  const { rows } = await sql<PositionRow>`
    select ${positionColumns} from plans.positions o join plans.products p on p.id = o.product_id
    where ${wanted} order by o.id desc limit ${params.limit} offset ${params.offset}`.execute(db)
  const count = await sql<{ n: number }>`select count(*)::int as n from plans.positions o where ${wanted}`.execute(db)
  return { rows: rows.map(positionOf), total: count.rows[0]?.n ?? 0 }
}

export type NewPosition = {
  accountId: bigint
  id: string
  customerId: string
  productId: string
  principal: bigint
  termsHash: string
  at: number
}
export type Subscribed = {
  outcome: 'done' | 'unavailable' | 'terms' | 'range' | 'known' | 'balance' | 'reserve'
  ref: string | null
}

/** Begins a position with all it holds, or returns why not; then nothing has changed. */
export async function writePosition(tx: AnyDb, position: NewPosition): Promise<Subscribed> {
  const { rows } = await sql<Subscribed>`
    select outcome, ref from plans.subscribe(row(${position.accountId}, ${position.id}, ${position.customerId},
      ${position.productId}, ${position.principal}, decode(${position.termsHash}, 'hex'), ${dateOf(position.at)})::plans.new_position)`.execute(
    tx,
  )
  return rows[0] ?? { outcome: 'unavailable', ref: null }
}

export type Exited = { outcome: 'done' | 'missing' | 'ended' | 'changed'; penalty: bigint | null }

/** Ends a position early for the penalty that is expected, or returns why not. */
export async function endPosition(
  tx: AnyDb,
  params: { accountId: bigint; id: string; expected: bigint; now: number },
): Promise<Exited> {
  const { rows } = await sql<Exited>`
    select outcome, penalty from plans.exit(${params.accountId}, ${params.id}, ${params.expected}, ${dateOf(params.now)})`.execute(
    tx,
  )
  return rows[0] ?? { outcome: 'missing', penalty: null }
}

/** The oldest that are due between two times, at most so many. */
export type DueYields = { from: Date; now: number; limit: number }
export type DuePosition = { id: string; due: Date }

/** The positions whose yields `payDue` pays next, but for some. */
export async function duePositions(
  db: PlansDb,
  { from, now, limit, except }: DueYields & { except: readonly string[] },
): Promise<DuePosition[]> {
  const { rows } = await sql<DuePosition>`
    select id, next_due as due from plans.positions
    where status = 'EARNING' and next_due between ${from} and ${dateOf(now)} and id <> all (${except}::uuid[])
    order by next_due limit ${limit}`.execute(db)
  return rows
}

export type PaidYields = { paid: number; accounts: bigint[]; ended: string[]; lastDue: Date | null }

/** Pays the oldest yields that are due between two times, at most so many, and of these positions alone where they are given. */
export async function payDue(
  tx: AnyDb,
  { from, now, limit, only }: DueYields & { only?: readonly string[] },
): Promise<PaidYields> {
  const { rows } = await sql<PaidYields>`
    select paid, accounts, ended, last_due as "lastDue"
    from plans.pay_due(${from}, ${dateOf(now)}, ${limit}, ${only ?? null}::uuid[])`.execute(tx)
  return rows[0] ?? { paid: 0, accounts: [], ended: [], lastDue: null }
}

/** Sums over all positions; amounts in smallest units of USDT, `owed` are the yields of days to come. */
export type Totals = { positions: bigint; principal: bigint; owed: bigint; paid: bigint; penalties: bigint }

export async function readTotals(db: PlansDb): Promise<Totals> {
  const { rows } = await sql<Totals>`select positions, principal, owed, paid, penalties from plans.totals`.execute(db)
  return rows[0] ?? { positions: 0n, principal: 0n, owed: 0n, paid: 0n, penalties: 0n }
}

/** Positions by their ids, of whatever account. */
export async function positionsOf(
  tx: AnyDb,
  { accounts, ended }: Pick<PaidYields, 'accounts' | 'ended'>,
): Promise<Position[]> {
  const { rows } = await sql<PositionRow>`
    select ${positionColumns} from plans.positions o join plans.products p on p.id = o.product_id
    where o.account_id = any (${accounts}::bigint[]) and o.id = any (${ended}::uuid[])`.execute(tx)
  return rows.map(positionOf)
}

/** When the next yield of all is due, epoch milliseconds; undefined where none earns. */
export async function oldestDue(db: PlansDb): Promise<number | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(next_due) as at from plans.positions where status = 'EARNING'`.execute(db)
  const at = rows[0]?.at
  return at ? msOf(at) : undefined
}

/** Closes a product as the role `console`; returns what it was, or undefined where there is none. */
export async function closeProduct(tx: AnyDb, id: string): Promise<PlanProductStatus | undefined> {
  const { rows } = await sql<{ before: PlanProductStatus | null }>`
    select plans.close_product(${id}) as before`.execute(tx)
  return rows[0]?.before ?? undefined
}

/** A product of whatever state; undefined where there is none of that id. */
export async function anyProduct(db: PlansDb, id: string): Promise<Product | undefined> {
  const { rows } = await sql<ProductRow>`select ${productColumns} from plans.products p where p.id = ${id}`.execute(db)
  return rows[0] && productOf(rows[0])
}
