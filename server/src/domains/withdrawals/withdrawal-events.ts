import { shortAddress } from '@evenhand/protocol/addresses.ts'
import { assetScales, formatUnits } from '@evenhand/protocol/money.ts'
import { sql } from '../../kernel/db/db.ts'
import type { WithdrawalEvent, WithdrawalsDeps } from './withdrawals.deps.ts'
import { withdrawalOfRow, type WithdrawalRow } from './withdrawals.store.ts'

/** Of the steps of a withdrawal, those a customer is told of, and by what. The others are steps of ours. */
const templates: ReadonlyMap<string, WithdrawalEvent['template']> = new Map([
  ['REQUESTED', 'withdrawal.requested'],
  ['APPROVED', 'withdrawal.approved'],
  ['BROADCAST', 'withdrawal.broadcast'],
  ['COMPLETED', 'withdrawal.completed'],
  ['REJECTED', 'withdrawal.rejected'],
  ['FAILED', 'withdrawal.failed'],
  ['CANCELLED', 'withdrawal.cancelled'],
  ['OVERDUE', 'withdrawal.overdue'],
])
const moving = new Set(['REQUESTED', 'COMPLETED', 'REJECTED', 'FAILED', 'CANCELLED'])
const atOnce = 200

/**
 * Hands over what happened to withdrawals, by whatever process, since the last time: the steps are written by the database
 * itself in the transaction that moves them. A step is noted as told in the transaction that hands it over, so that whoever
 * dies in between leaves both or neither, and by one process alone.
 */
export async function publishWithdrawalEvents({
  db,
  enqueueNotices,
  moved,
}: Pick<WithdrawalsDeps, 'db' | 'enqueueNotices' | 'moved'>): Promise<void> {
  const rows = await db.transaction().execute(async (tx) => {
    const taken = await untoldSteps(tx)
    if (taken.length === 0) return taken
    await enqueueNotices(tx, taken.flatMap(eventOf))
    await sql`update wallet.withdrawal_steps set told = true
      where id = any (${taken.map((row) => row.step_id)}::bigint[])`.execute(tx)
    return taken
  })
  for (const row of rows) if (moving.has(row.step)) moved({ accountId: row.account_id })
}

type StepRow = WithdrawalRow & { step_id: bigint; step: string }

async function untoldSteps(tx: WithdrawalsDeps['db']): Promise<StepRow[]> {
  const { rows } = await sql<StepRow>`
    select s.id as step_id, s.step, w.* from wallet.withdrawal_steps s join wallet.withdrawals w on w.id = s.withdrawal_id
    where not s.told order by s.id limit ${atOnce} for update of s skip locked`.execute(tx)
  return rows
}

function eventOf(row: StepRow): WithdrawalEvent[] {
  const template = templates.get(row.step)
  if (template === undefined) return []
  const options = withdrawalOfRow(row)
  const text = (units: bigint): string => formatUnits(units, assetScales[options.coin], 2)
  const params = {
    withdrawalId: options.id,
    orderNo: options.orderNo.toString(),
    coin: options.coin,
    network: options.network,
    address: shortAddress(options.address),
    amount: text(options.amount),
    net: text(options.net),
    ...(row.step === 'REJECTED' && options.reasonCode !== undefined ? { reason: options.reasonCode } : {}),
    ...(options.txid === undefined ? {} : { txid: options.txid }),
    dueAt: options.dueAt,
  }
  return [{ accountId: options.accountId, template, params, ref: `${options.id} ${row.step}` }]
}
