import { shortAddress } from '@evenhand/protocol/addresses.ts'
import { assetScales, formatUnits } from '@evenhand/protocol/money.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import { invariant } from '../../kernel/http/refusal.ts'
import type { Log } from '../../kernel/log.ts'
import type { OutboxDb } from '../../kernel/outbox/outbox.store.ts'
import { createSubscription, type Subscription } from '../../kernel/outbox/subscription.ts'
import type { Notices } from '../notices/index.ts'
import type { WithdrawalEvent } from './withdrawals.deps.ts'
import { withdrawalOfRow, type StoredWithdrawal, type WithdrawalRow } from './withdrawals.store.ts'

/** A step of a withdrawal; published by `wallet.keep_step` in the transaction that moves it, whichever process that is. */
type WithdrawalStepped = { readonly withdrawalId: string; readonly step: string }

/** Of the steps of a withdrawal, those a customer is notified of, and by what. The others are steps of ours. */
const templates = {
  REQUESTED: 'withdrawal.requested',
  APPROVED: 'withdrawal.approved',
  FAILED: 'withdrawal.failed',
  CANCELLED: 'withdrawal.cancelled',
  OVERDUE: 'withdrawal.overdue',
} as const
const isPlain = (step: string): step is keyof typeof templates => step in templates
const moving = new Set(['REQUESTED', 'COMPLETED', 'REJECTED', 'FAILED', 'CANCELLED'])

type Params = {
  db: OutboxDb
  log: Log
  notices: Pick<Notices, 'write' | 'publish'>
}

/** Writes the notice of every step that a customer is notified of, and hints to open pages that balances moved. */
export const withdrawalNotices = ({ db, log, notices }: Params): Subscription =>
  createSubscription<WithdrawalStepped>(
    { db, log },
    {
      name: 'withdrawals.notices',
      type: 'withdrawals.stepped',
      batch: 100,
      async handle(tx, events) {
        const byId = await withdrawalsByIds(
          tx as never,
          events.map(({ payload }) => payload.withdrawalId),
        )
        const steps = events.flatMap(({ payload: { withdrawalId, step } }) => {
          const withdrawal = byId.get(withdrawalId)
          return withdrawal === undefined ? [] : [{ withdrawal, step }]
        })
        const written = await notices.write(tx as never, steps.flatMap(eventOf))
        return () => {
          written()
          const moved = steps.filter(({ step }) => moving.has(step))
          notices.publish(
            moved.map(({ withdrawal: { accountId } }) => ({ what: 'balances', accountId, mode: 'real' as const })),
          )
        }
      },
    },
  )

async function withdrawalsByIds(
  tx: Db<'withdrawals'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredWithdrawal>> {
  const { rows } = await sql<WithdrawalRow>`
    select w.* from wallet.withdrawals w where w.id = any (${ids as string[]}::uuid[])`.execute(tx)
  return new Map(rows.map((row) => [row.id, withdrawalOfRow(row)]))
}

function eventOf({ withdrawal, step }: { withdrawal: StoredWithdrawal; step: string }): WithdrawalEvent[] {
  const { id, accountId, reasonCode, txid } = withdrawal
  const about = { accountId, ref: `${id} ${step}` }
  const params = paramsOf(withdrawal)
  if (step === 'BROADCAST' || step === 'COMPLETED') {
    invariant(txid, 'what was sent has the number of its transaction')
    const template = step === 'BROADCAST' ? 'withdrawal.broadcast' : 'withdrawal.completed'
    return [{ ...about, template, params: { ...params, txid } }]
  }
  if (step === 'REJECTED') {
    invariant(reasonCode, 'a rejected withdrawal has its reason')
    return [{ ...about, template: 'withdrawal.rejected', params: { ...params, reason: reasonCode } }]
  }
  return isPlain(step) ? [{ ...about, template: templates[step], params }] : []
}

function paramsOf(withdrawal: StoredWithdrawal) {
  const { coin, txid } = withdrawal
  const text = (units: bigint): string => formatUnits(units, assetScales[coin], 2)
  return {
    withdrawalId: withdrawal.id,
    orderNo: withdrawal.orderNo.toString(),
    coin,
    network: withdrawal.network,
    address: shortAddress(withdrawal.address),
    amount: text(withdrawal.amount),
    net: text(withdrawal.net),
    ...(txid === undefined ? {} : { txid }),
    dueAt: withdrawal.dueAt,
  }
}
