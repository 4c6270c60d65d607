import { assetScales, formatUnits } from '@evenhand/protocol/money.ts'
import type { debitReasons } from '@evenhand/protocol/operator-adjustments.ts'
import type { NoticeTemplate } from '@evenhand/protocol/notice-params.ts'
import { eachApart } from '../../kernel/concurrency/apart.ts'
import { dateOf, msOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import { appendAuditEntry } from './audit-log.ts'
import type { ConsoleDeps } from './console.deps.ts'
import type { OperatorsDb } from './operators.deps.ts'

export const announcedNotice = 'adjustment.announced'
type Template = Extract<NoticeTemplate, `adjustment.${string}`>

type Debit = {
  customer_id: string
  account_id: bigint
  asset: 'USDT' | 'BTC' | 'ETH'
  units: bigint
  entry_seq: bigint
  due_at: Date
  line: string
  reason_code: (typeof debitReasons)[number]
}

const findDebit = async (db: OperatorsDb, id: string): Promise<Debit | undefined> =>
  (
    await sql<Debit>`
      select d.customer_id, d.account_id, ledger.asset_name(d.asset) as asset, d.units, d.entry_seq, d.due_at,
        q.payload::jsonb ->> 'line' as line, q.payload::jsonb ->> 'reasonCode' as reason_code
      from operators.debits d join operators.change_requests q on q.id = d.request_id
      where d.request_id = ${id}::uuid`.execute(db)
  ).rows[0]

/** Notifies the customer of a step of an adjustment against the own account, if and when the transaction commits. */
export async function notifyOfDebit(
  { enqueueNotices }: Pick<ConsoleDeps, 'enqueueNotices'>,
  tx: OperatorsDb,
  { id, template }: { id: string; template: Template },
): Promise<void> {
  const debit = await findDebit(tx, id)
  if (debit === undefined) return
  const params = {
    adjustmentId: id,
    coin: debit.asset,
    amount: formatUnits(debit.units, assetScales[debit.asset], 2),
    entry: debit.entry_seq.toString(),
    reason: debit.reason_code,
    line: debit.line,
    dueAt: msOf(debit.due_at),
  }
  await enqueueNotices(tx, [{ accountId: debit.account_id, template, params, ref: `${template} ${id}` }])
}

/** What the customer is notified of where an announced adjustment came to its end. */
const noticeOf: ReadonlyMap<string, Template> = new Map(
  Object.entries<Template>({
    applied: 'adjustment.applied',
    withdrawn: 'adjustment.withdrawn',
    lapsed: 'adjustment.lapsed',
  }),
)

/**
 * Carries out what was announced a day ago and ends what an upheld objection ended, each in a transaction of its own with
 * its line in the audit log and the customer's notice: one that fails stops no other. Any number of processes may run it: the database lets one through.
 */
export async function executeAdjustments(
  deps: Pick<ConsoleDeps, 'db' | 'clock' | 'log' | 'enqueueNotices'>,
): Promise<void> {
  const now = deps.clock.now()
  // All of them: those that wait for an answer, or for the end of a hold, are due as well and would fill any page.
  const { rows } = await sql<{ id: string }>`
    select d.request_id as id from operators.debits d
    where d.status = 'ANNOUNCED' and (d.due_at <= ${dateOf(now)} or d.objection_id is not null)
    order by d.due_at, d.request_id`.execute(deps.db)
  await eachApart(rows, {
    run: ({ id }) => executeOne(deps, { id, at: now }),
    failed: ({ id }, cause) =>
      deps.log.error({ adjustment: id, cause: String(cause) }, 'an announced adjustment could not be carried out'),
  })
}

async function executeOne(
  deps: Pick<ConsoleDeps, 'db' | 'enqueueNotices'>,
  { id, at }: { id: string; at: number },
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ outcome: string }>`
      select operators.execute_adjustment(${id}::uuid, ${dateOf(at)}) as outcome`.execute(tx)
    const outcome = rows[0]?.outcome ?? ''
    const template = noticeOf.get(outcome)
    const debit = template === undefined ? undefined : await findDebit(tx, id)
    if (template === undefined || debit === undefined) return
    const entry = {
      act: `adjustment.${outcome}`,
      subject: `request:${id}`,
      customerId: debit.customer_id,
      reason: reasons.get(outcome) ?? outcome,
    }
    await appendAuditEntry(tx, { by: { id: null, name: 'program', roles: [] }, at, entry })
    await notifyOfDebit(deps, tx, { id, template })
  })
}

const reasons: ReadonlyMap<string, string> = new Map(
  Object.entries({
    applied: 'announced 24 hours before, and no objection stands',
    withdrawn: 'the customer’s objection was upheld',
    lapsed: 'the amount was not there when it was due',
  }),
)
