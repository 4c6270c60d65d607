import type { FundCoin, FundMethod, FundNetwork } from '@evenhand/protocol/funds.ts'
import type { DepositReason, DepositStatus } from '@evenhand/protocol/states.ts'
import { dateOf, msOf } from '../../kernel/time/clock.ts'
import { sql, sqlState, type Db } from '../../kernel/db/db.ts'
import { depositCondition, type DepositCaseFilter } from './deposit-filter.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { assetIds, coinOf } from '../ledger/index.ts'

export type DepositsDb = Db<'deposits'>

/** A deposit with what the chain states about it. Amounts in smallest units of the coin, values in those of USDT. */
export type DepositRow = {
  id: string
  orderNo: bigint
  customerId: string
  accountId: bigint
  coin: FundCoin
  network: FundNetwork
  chain: FundMethod['chain']
  amount: bigint
  last6: string
  txHash: string
  vout: number
  proofFileId: string | null
  source: 'CLAIM' | 'CHAIN' | 'OPERATOR'
  status: DepositStatus
  round: number
  resubmitted: boolean
  /** A further part of a transaction that people have credited some of. */
  part: boolean
  reasonCode: DepositReason | null
  reference: string | null
  fromAddress: string | null
  credited: bigint | null
  creditedUsdt: bigint | null
  entry: bigint | null
  createdAt: number
  dueAt: number
  decidedAt: number | null
  /** What arrived at the customer's own address, or as the claim's output at the shared one, and in which block. */
  arrived: bigint | null
  height: bigint | null
  /** The last block read of the chain. */
  head: bigint | null
  debt: bigint | null
  /** Under which number operators recorded the same transaction anew for this customer. */
  followedBy: bigint | null
}

type Read = Omit<DepositRow, 'coin' | 'createdAt' | 'dueAt' | 'decidedAt'> & {
  asset: number
  createdAt: Date
  dueAt: Date
  decidedAt: Date | null
}

const columns = sql`
  d.id, d.order_no as "orderNo", d.customer_id as "customerId", d.account_id as "accountId", d.asset, d.network, d.chain,
  d.amount, d.last6, d.tx_hash as "txHash", d.vout, d.proof_file_id as "proofFileId", d.source, d.status, d.round, d.resubmitted, d.part,
  d.reason_code as "reasonCode", d.reference, d.from_address as "fromAddress", d.credited, d.credited_usdt as "creditedUsdt",
  d.entry, d.created_at as "createdAt", d.due_at as "dueAt", d.decided_at as "decidedAt",
  coalesce(a.amount, s.amount) as arrived, coalesce(a.height, s.height) as height,
  (select max(b.height) from wallet.chain_blocks b where b.chain = d.chain) as head,
  (select o.amount from wallet.debts o where o.deposit_id = d.id) as debt,
  (select max(f.order_no) from wallet.deposits f where f.customer_id = d.customer_id and f.chain = d.chain
    and f.tx_hash = d.tx_hash and f.order_no > d.order_no and f.source = 'OPERATOR') as "followedBy"`
const tables = sql`wallet.deposits d left join wallet.arrivals a on a.deposit_id = d.id
  left join wallet.shared_outputs s on s.deposit_id = d.id`

const rowOf = ({ asset, ...row }: Read): DepositRow => ({
  ...row,
  coin: coinOf(asset),
  createdAt: msOf(row.createdAt),
  dueAt: msOf(row.dueAt),
  decidedAt: row.decidedAt === null ? null : msOf(row.decidedAt),
})

export type DepositFilter = {
  id?: string
  customerId?: string
  statuses?: readonly DepositStatus[] | undefined
  /** What operators narrow their list by. */
  cases?: DepositCaseFilter
}

const where = ({ id, customerId, statuses, cases }: DepositFilter) => sql`
  ${id === undefined ? sql`true` : sql`d.id = ${id}`}
  and ${customerId === undefined ? sql`true` : sql`d.customer_id = ${customerId}`}
  and ${statuses === undefined ? sql`true` : sql`d.status = any (${[...statuses]}::text[])`}
  and ${cases === undefined ? sql`true` : depositCondition(cases)}`

/** One deposit, of one customer where that is requested; undefined where there is none. */
export async function findDeposit(
  db: DepositsDb,
  params: { id: string; customerId?: string },
): Promise<DepositRow | undefined> {
  const { rows } = await sql<Read>`select ${columns} from ${tables} where ${where(params)}`.execute(db)
  return rows[0] && rowOf(rows[0])
}

export type Page = {
  limit: number
  offset: number
  /** Those that wait, the most urgent first; else the newest. */ urgentFirst?: true
}

/** A page of deposits with how many there are. */
export async function listDeposits(
  db: DepositsDb,
  params: DepositFilter,
  { limit, offset, urgentFirst }: Page,
): Promise<{ deposits: DepositRow[]; total: number }> {
  const order = urgentFirst === true ? sql`d.due_at, d.id` : sql`d.id desc`
  const [{ rows }, counted] = await Promise.all([
    sql<Read>`select ${columns} from ${tables} where ${where(params)} order by ${order} limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from ${params.cases === undefined ? sql`wallet.deposits d` : tables}
      where ${where(params)}`.execute(db),
  ])
  return { deposits: rows.map(rowOf), total: counted.rows[0]?.n ?? 0 }
}

/** How many deposits wait for people or blocks, and how many of them longer than is promised. */
export async function countWaiting(db: DepositsDb, now: number): Promise<{ waiting: number; overdue: number }> {
  const { rows } = await sql<{ waiting: number; overdue: number }>`
    select count(*)::int as waiting, (count(*) filter (where due_at < ${dateOf(now)}))::int as overdue
    from wallet.deposits where status in ('SUBMITTED', 'CONFIRMING', 'ON_HOLD_AML')`.execute(db)
  return rows[0] ?? { waiting: 0, overdue: 0 }
}

export type NewDeposit = {
  id: string
  customerId: string
  accountId: bigint
  method: FundMethod
  amount: bigint
  usdt: bigint | undefined
  last6: string
  txHash: string
  proofFileId: string | null
  source: 'CLAIM' | 'OPERATOR'
  fromAddress?: string
  /** Of a transaction that people have credited some of. */
  part?: boolean
  at: number
  dueAt: number
}

/**
 * Writes a deposit in the caller's transaction; false where this transaction of the chain is claimed already. Of one that
 * paid several at the shared address, each claim that fits an output is of that one. A part stands beside what people have
 * credited of its transaction, one of a customer at a time; refuses 40039 where nothing of it is credited by people. Refuses
 * 401 a customer who has just left.
 */
export async function insertDeposit(tx: DepositsDb, params: NewDeposit): Promise<boolean> {
  const { method, part = false } = params
  await sql`select wallet.hold_transaction(${method.chain}, ${params.txHash})`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    insert into wallet.deposits (id, customer_id, account_id, asset, network, chain, amount, claimed_usdt, last6, tx_hash,
      proof_file_id, source, created_at, due_at ${params.fromAddress === undefined ? sql`` : sql`, from_address, part`})
    select ${params.id}, ${params.customerId}, ${params.accountId}::bigint, ${assetIds[method.coin]}::smallint, ${method.network}, ${method.chain},
      ${params.amount}::bigint, ${params.usdt ?? null}::bigint, ${params.last6}, ${params.txHash}, ${params.proofFileId}::uuid, ${params.source},
      ${dateOf(params.at)}, ${dateOf(params.dueAt)} ${params.fromAddress === undefined ? sql`` : sql`, ${params.fromAddress}, ${part}`}
    where ${part} or not exists (select 1 from wallet.credits c
        where c.chain = ${method.chain} and c.tx_hash = ${params.txHash} and c.reversed_entry is null and c.by_hand)
      and (not exists (select 1 from wallet.deposits d
          where d.chain = ${method.chain} and d.tx_hash = ${params.txHash} and d.status not in ('REJECTED', 'CANCELLED', 'REVERSED'))
        or wallet.output_for(${method.chain}, ${params.txHash}, ${method.network}, ${params.amount}::bigint, ${params.last6}) is not null)
    on conflict do nothing returning id`
    .execute(tx)
    .catch((cause: unknown) => {
      if (sqlState(cause) === 'P0002') throw refuse('notFound')
      throw sqlState(cause) === '28000' ? refuse('sessionEnded') : cause
    })
  return rows.length === 1
}

/** What a customer paid in since a time, in smallest units of USDT: what was credited, and what still waits as announced. */
export async function depositedSince(tx: DepositsDb, params: { customerId: string; since: number }): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(coalesce(credited_usdt, claimed_usdt, 0)), 0)::bigint as sum from wallet.deposits
    where customer_id = ${params.customerId} and created_at >= ${dateOf(params.since)}
      and status not in ('REJECTED', 'CANCELLED', 'RETURNED', 'REVERSED')`.execute(tx)
  return rows[0]?.sum ?? 0n
}

/** Lets a customer's own writes in the wallet come one after the other until the transaction ends. */
export async function holdCustomerWallet(tx: DepositsDb, customerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`deposits ${customerId}`}, 22))`.execute(tx)
}

/** Deposits of one customer that are added up at most: of a customer who has more the newest count. */
const maxCounted = 5000

/** What came in for a customer, in smallest units of USDT by the prices of its time, and what is on hold. */
export async function depositFacts(
  db: DepositsDb,
  customerId: string,
): Promise<{ deposited: bigint; unpriced: number; onHold: number }> {
  const { rows } = await sql<{ deposited: bigint; unpriced: number; onHold: number }>`
    select coalesce(sum(usdt) filter (where status = 'CREDITED'), 0)::bigint as deposited,
      (count(*) filter (where status = 'CREDITED' and usdt is null))::int as unpriced,
      (count(*) filter (where status = 'ON_HOLD_AML'))::int as "onHold"
    from (select d.status, d.credited_usdt as usdt from wallet.deposits d
      where d.customer_id = ${customerId} order by d.created_at desc, d.id desc limit ${maxCounted}) counted`.execute(
    db,
  )
  return rows[0] ?? { deposited: 0n, unpriced: 0, onHold: 0 }
}
