import { charityPayoutConfirm, charityPayoutPrepare } from '@evenhand/proofs/approval-payloads.ts'
import {
  addCharity,
  cancelPayout,
  confirmPayout,
  consoleCharities,
  preparePayout,
  type ConsolePayout,
} from '@evenhand/protocol/collectibles-console.ts'
import * as z from 'zod/mini'
import { sql, sqlState } from '../../kernel/db/db.ts'
import { handleOperator, type MountedOperator, type OperatorCall } from '../../kernel/http/operator-call.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { dateOf, msOf } from '../../kernel/time/clock.ts'
import { viewCharity, viewPayout, viewSold } from './charities.ts'
import { payoutsWhere, readCharities, salesOfCharity, type PayoutRow } from './charities.store.ts'
import type { CollectiblesConsoleDeps } from './collectibles.console.ts'
import { usdtText } from './collectibles.rules.ts'
import { ownershipsWhere } from './collectibles.store.ts'

/** Operators' part of charities: to register them, and to pay them, by two persons and with proof. */
export const charitiesConsole = (deps: CollectiblesConsoleDeps): MountedOperator[] => [
  handleOperator(consoleCharities, (_request, call) => overview(deps, call)),
  handleOperator(addCharity, (request, call) => add(deps, request, call)),
  handleOperator(preparePayout, (request, call) => prepare(deps, request, call)),
  handleOperator(confirmPayout, (request, call) => confirm(deps, request, call)),
  handleOperator(cancelPayout, (request, call) => cancel(deps, request, call)),
]

const maxSold = 100

function seen(row: PayoutRow, { operator }: OperatorCall, now: number): ConsolePayout {
  const dueAt = msOf(row.dueAt ?? row.preparedAt)
  return {
    ...viewPayout(row),
    charityId: row.charityId,
    charity: row.charity,
    destination: row.destination,
    preparedBy: row.preparedName,
    confirmedBy: row.confirmedName,
    dueAt,
    isOverdue: row.status !== 'PAID' && dueAt < now,
    mayConfirm: row.status === 'PREPARED' && row.preparedBy !== operator.id && operator.roles.includes('finance2'),
  }
}

async function overview(
  { db, clock }: CollectiblesConsoleDeps,
  call: OperatorCall,
): Promise<z.input<typeof consoleCharities.result>> {
  const now = clock.now()
  const [rows, payouts] = await Promise.all([readCharities(db, { now }), payoutsWhere(db, sql`true`)])
  const sold = await Promise.all(rows.map(({ id }) => salesOfCharity(db, { charityId: id, limit: maxSold })))
  return {
    at: now,
    rows: rows.map((row, index) => ({
      ...viewCharity(row, call.lang),
      payable: usdtText(row.payable),
      dueAt: row.dueAt === null ? null : msOf(row.dueAt),
      sold: (sold[index] ?? []).map((one) => viewSold(one, { lang: call.lang, now })),
    })),
    payouts: payouts.map((row) => seen(row, call, now)),
  }
}

/** Registers a charity and opens its account; refuses 40020 a number that its country has already. */
async function add(deps: CollectiblesConsoleDeps, request: z.output<typeof addCharity.request>, call: OperatorCall) {
  const { name, registrationNumber, country, website = null, agreementId, causes, reason } = request
  const now = deps.clock.now()
  const id = uuidV7(now)
  try {
    await deps.db.transaction().execute(async (tx) => {
      await sql`select collectibles.add_charity(${id}, ${name}, ${registrationNumber}, ${country}, ${website}, ${agreementId},
        ${JSON.stringify(causes)}::jsonb, ${dateOf(now)})`.execute(tx)
      const after = { name, registrationNumber, country, website, agreementId, causes, share: '100' }
      await deps.operators.recordAuditEntry(tx, call, { act: 'charity.add', subject: `charity:${id}`, reason, after })
    })
  } catch (failure) {
    // unique_violation: the number of its country.
    if (sqlState(failure) === '23505')
      throw refuse('dataIncomplete', { fields: [{ field: 'registrationNumber', reason: 'unfit' }] })
    throw failure
  }
  const [row] = await readCharities(deps.db, { where: sql`c.id = ${id}`, now })
  if (row === undefined) throw refuse('notFound')
  return viewCharity(row, call.lang)
}

async function oneSeen({ db, clock }: CollectiblesConsoleDeps, id: string, call: OperatorCall): Promise<ConsolePayout> {
  const [row] = await payoutsWhere(db, sql`p.id = ${id}`)
  if (row === undefined) throw refuse('notFound')
  return seen(row, call, clock.now())
}

/**
 * Prepares the payment of all that a charity waits for, signed by a passkey. Refuses 40039 an unknown charity, 40020 while
 * another payment to it is prepared, 40006 another amount than waits now, 40036 what is not signed over these values.
 */
async function prepare(
  deps: CollectiblesConsoleDeps,
  request: z.output<typeof preparePayout.request>,
  call: OperatorCall,
) {
  const { id, charityId, amount, destination, reason } = request
  const payload = charityPayoutPrepare({ id, charityId, amount: usdtText(amount), destination })
  const stored = await deps.operators.verifyOperatorAssertion(call, payload, request.assertion)
  await deps.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{
      outcome: 'done' | 'charity' | 'open' | 'amount' | 'unsigned'
      payable: bigint | null
    }>`
      select outcome, payable from collectibles.prepare_payout(${id}, ${charityId}, ${amount}, ${destination}, ${call.operator.id},
        ${JSON.stringify(stored)}::jsonb, ${dateOf(deps.clock.now())})`.execute(tx)
    const { outcome, payable } = rows[0] ?? { outcome: 'charity', payable: null }
    if (outcome === 'charity') throw refuse('notFound')
    if (outcome === 'open') throw refuse('dataIncomplete', { fields: [{ field: 'charityId', reason: 'unfit' }] })
    if (outcome === 'amount') throw refuse('quoteChanged', { quote: { payable: usdtText(payable ?? 0n) } })
    if (outcome === 'unsigned') throw refuse('proofNeeded', { accepts: ['passkey'] })
    const after = { charity: charityId, amount: usdtText(amount), destination }
    await deps.operators.recordAuditEntry(tx, call, {
      act: 'charity.payout.prepare',
      subject: `charityPayout:${id}`,
      reason,
      after,
    })
  })
  return oneSeen(deps, id, call)
}

/**
 * Confirms by a second passkey that a payment reached the charity, with its receipt, and notifies the buyers. Refuses 40039 what
 * is not prepared, 40033 the one who prepared it, 40036 what is not signed over these values.
 */
async function confirm(
  deps: CollectiblesConsoleDeps,
  request: z.output<typeof confirmPayout.request>,
  call: OperatorCall,
) {
  const { id, reference, receiptNo, receiptHash, reason } = request
  const [row] = await payoutsWhere(deps.db, sql`p.id = ${id} and p.status = 'PREPARED'`)
  if (row === undefined) throw refuse('notFound')
  if (row.preparedBy === call.operator.id) throw refuse('fourEyesNeeded', { needed: 2 })
  const { charityId, destination, charity } = row
  const amount = usdtText(row.amount)
  const payload = charityPayoutConfirm({ id, charityId, amount, destination }, { reference, receiptNo, receiptHash })
  const stored = await deps.operators.verifyOperatorAssertion(call, payload, request.assertion)
  await deps.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ outcome: 'done' | 'state' | 'same' | 'unsigned' }>`
      select collectibles.confirm_payout(${id}, ${call.operator.id}, ${JSON.stringify(stored)}::jsonb, ${reference}, ${receiptNo},
        decode(${receiptHash}, 'hex'), ${dateOf(deps.clock.now())}) as outcome`.execute(tx)
    const outcome = rows[0]?.outcome
    if (outcome === 'same') throw refuse('fourEyesNeeded', { needed: 2 })
    if (outcome === 'unsigned') throw refuse('proofNeeded', { accepts: ['passkey'] })
    if (outcome !== 'done') throw refuse('notFound')
    const after = { charity: charityId, amount, destination, reference, receiptNo, receiptHash }
    await deps.operators.recordAuditEntry(tx, call, {
      act: 'charity.payout.confirm',
      subject: `charityPayout:${id}`,
      reason,
      before: { status: 'PREPARED' },
      after,
    })
    const paid = await ownershipsWhere(tx, { where: sql`s.payout_id = ${id}`, limit: 10_000 })
    await deps.enqueueNotices(
      tx,
      paid.map(({ accountId, itemId, no, donated }) => ({
        accountId,
        template: 'charity.paid' as const,
        params: { nftId: itemId, charity, amount: usdtText(donated), reference },
        ref: no === 1 ? `charity.paid ${itemId}` : `charity.paid ${itemId} T${no}`,
      })),
    )
  })
  return oneSeen(deps, id, call)
}

async function cancel(
  deps: CollectiblesConsoleDeps,
  { id, reason }: { id: string; reason: string },
  call: OperatorCall,
) {
  return deps.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ done: boolean }>`select collectibles.cancel_payout(${id}) as done`.execute(tx)
    if (rows[0]?.done !== true) throw refuse('notFound')
    await deps.operators.recordAuditEntry(tx, call, {
      act: 'charity.payout.cancel',
      subject: `charityPayout:${id}`,
      reason,
      before: { status: 'PREPARED' },
      after: { status: 'CANCELLED' },
    })
    return { cancelled: true }
  })
}
