import type { FundCoin, FundNetwork } from '@evenhand/protocol/funds.ts'
import type { WithdrawalReason, WithdrawalStatus, WithdrawalWait } from '@evenhand/protocol/states.ts'
import { dateOf, msOf } from '../../kernel/time/clock.ts'
import type { WithdrawalBalance } from '@evenhand/protocol/withdrawals.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import { assetIds } from '../ledger/index.ts'

export type WithdrawalsDb = Db<'withdrawals'>

export type Step = { status: WithdrawalStatus | 'OVERDUE'; at: number }
export type StoredWithdrawal = {
  id: string
  orderNo: bigint
  customerId: string
  accountId: bigint
  method: string
  coin: FundCoin
  balance: WithdrawalBalance
  network: FundNetwork
  chain: string
  addressId: string
  address: string
  memo: string | undefined
  amount: bigint
  fee: bigint
  net: bigint
  requestedAt: number
  dueAt: number
  confirmedBy: 'code' | 'otp' | 'passkey'
  payloadHash: Buffer
  status: WithdrawalStatus
  approvalsNeeded: number
  reasonCode: WithdrawalReason | undefined
  reasonRef: string | undefined
  waitsFor: WithdrawalWait | undefined
  txid: string | undefined
  overdueAt: number | undefined
  completedAt: number | undefined
  steps: Step[]
}

/** A row as PostgreSQL returns it; steps are JSON, null where they were not requested. */
export type WithdrawalRow = {
  id: string
  order_no: bigint
  customer_id: string
  account_id: bigint
  method: string
  coin: FundCoin
  asset: number
  network: FundNetwork
  chain: string
  address_id: string
  address: string
  memo: string | null
  amount: bigint
  fee: bigint
  net: bigint
  requested_at: Date
  due_at: Date
  confirmed_by: 'code' | 'otp' | 'passkey'
  payload_hash: Buffer
  status: WithdrawalStatus
  approvals_needed: number
  reason_code: WithdrawalReason | null
  reason_ref: string | null
  waits_for: WithdrawalWait | null
  txid: string | null
  overdue_at: Date | null
  completed_at: Date | null
  steps?: Step[] | null
}

/** A row with its times in epoch milliseconds, and what is null left out. */
export const withdrawalOfRow = (row: WithdrawalRow): StoredWithdrawal => ({
  id: row.id,
  orderNo: row.order_no,
  customerId: row.customer_id,
  accountId: row.account_id,
  method: row.method,
  coin: row.coin,
  balance: row.asset === assetIds['USDT.loan'] ? 'LOAN' : 'OWN',
  network: row.network,
  chain: row.chain,
  addressId: row.address_id,
  address: row.address,
  memo: row.memo ?? undefined,
  amount: row.amount,
  fee: row.fee,
  net: row.net,
  requestedAt: msOf(row.requested_at),
  dueAt: msOf(row.due_at),
  confirmedBy: row.confirmed_by,
  payloadHash: row.payload_hash,
  status: row.status,
  approvalsNeeded: row.approvals_needed,
  reasonCode: row.reason_code ?? undefined,
  reasonRef: row.reason_ref ?? undefined,
  waitsFor: row.waits_for ?? undefined,
  txid: row.txid ?? undefined,
  overdueAt: row.overdue_at === null ? undefined : msOf(row.overdue_at),
  completedAt: row.completed_at === null ? undefined : msOf(row.completed_at),
  steps: row.steps ?? [],
})

/** What is read of a withdrawal `w`, with its steps. */
export const withdrawalColumns = sql`w.*, (select jsonb_agg(jsonb_build_object('status', s.step, 'at', round(extract(epoch from s.at) * 1000)) order by s.id)
  from wallet.withdrawal_steps s where s.withdrawal_id = w.id) as steps`

/** A withdrawal with its steps, of one customer where he is named; undefined where there is none. */
export async function findWithdrawal(
  db: WithdrawalsDb,
  params: { id: string; customerId?: string },
): Promise<StoredWithdrawal | undefined> {
  const { rows } = await sql<WithdrawalRow>`select ${withdrawalColumns} from wallet.withdrawals w
    where w.id = ${params.id} and (${params.customerId ?? null}::uuid is null or w.customer_id = ${params.customerId ?? null})`.execute(
    db,
  )
  return rows[0] && withdrawalOfRow(rows[0])
}

type ListParams = { customerId: string; status?: WithdrawalStatus | undefined; limit: number; offset: number }

/** A customer's withdrawals, newest first, with how many there are. */
export async function listWithdrawals(
  db: WithdrawalsDb,
  { customerId, status, limit, offset }: ListParams,
): Promise<{ rows: StoredWithdrawal[]; total: number }> {
  const where = sql`w.customer_id = ${customerId} and (${status ?? null}::text is null or w.status = ${status ?? null})`
  const [{ rows }, counted] = await Promise.all([
    sql<WithdrawalRow>`select ${withdrawalColumns} from wallet.withdrawals w where ${where}
      order by w.requested_at desc, w.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from wallet.withdrawals w where ${where}`.execute(db),
  ])
  return { rows: rows.map(withdrawalOfRow), total: counted.rows[0]?.total ?? 0 }
}

/** The next number that customers know a withdrawal by. */
export async function nextOrderNo(db: WithdrawalsDb): Promise<bigint> {
  const { rows } = await sql<{ no: bigint }>`select nextval('wallet.withdrawal_no') as no`.execute(db)
  return rows[0]?.no ?? 0n
}

/** Takes a customer's withdrawal back and releases its hold; false where it is not there or has gone to the payout. */
export async function cancelWithdrawal(
  db: WithdrawalsDb,
  params: { id: string; customerId: string; at: number },
): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select wallet.cancel_withdrawal(${params.id}, ${params.customerId}, ${dateOf(params.at)}) as done`.execute(db)
  return rows[0]?.done === true
}

/** Marks what is not paid a day after it was requested; returns how many. */
export async function markOverdue(db: WithdrawalsDb, now: number): Promise<number> {
  const { rows } = await sql<{ marked: number }>`select wallet.mark_overdue(${dateOf(now)}) as marked`.execute(db)
  return rows[0]?.marked ?? 0
}
