import type { operatorUsers } from '@evenhand/protocol/operator-customers.ts'
import { restrictionReasons } from '@evenhand/protocol/operator-customers.ts'
import { moneyText } from '@evenhand/protocol/money.ts'
import type * as z from 'zod/mini'
import { msOf } from '../../kernel/clock.ts'
import type { OperatorCall } from '../../kernel/operator-call.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { Customer } from '../accounts/index.ts'
import { accessTo } from './acts.store.ts'
import type { ConsoleDeps } from './console.deps.ts'
import { recordLook } from './looks.ts'

/** The first letter of each part and the ending: enough to recognise, too little to write to. */
export function maskedEmail(email: string): string {
  const [name = '', host = ''] = email.split('@')
  const dot = host.lastIndexOf('.')
  return `${name.slice(0, 1)}•••@${host.slice(0, 1)}•••${dot < 0 ? '' : host.slice(dot)}`
}

const rowOf = (customer: Customer) => ({
  id: customer.id,
  username: customer.username,
  email: maskedEmail(customer.email),
  country: customer.country,
  status: customer.status,
  kycStatus: customer.kycStatus,
  tier: customer.tier,
  createdAt: customer.createdAt,
})

/** Customers for the list, who they are masked. */
export async function listCustomers(deps: ConsoleDeps, ask: z.output<typeof operatorUsers.ask>) {
  const size = ask.size ?? 50
  const page = ask.page ?? 1
  const found = await deps.searchCustomers({
    q: ask.q ?? '',
    status: ask.status,
    limit: size,
    offset: (page - 1) * size,
  })
  return { rows: found.rows.map(rowOf), total: found.total, page, size }
}

const entriesShown = 50
const linesShown = 50

/** One customer in one view. That somebody looked is recorded, and the customer can read it. */
export async function viewCustomer(deps: ConsoleDeps, { id }: { id: string }, call: OperatorCall) {
  const { db } = deps
  const customer = await deps.findCustomer(id)
  if (customer === undefined) throw refuse('notFound')
  const act = { act: 'user.look', subject: `user:${id}`, customerId: id, reason: 'customer page opened' }
  await recordLook(deps, { call, act })
  const [balances, entries, restriction, notes, access] = await Promise.all([
    deps.balances(customer.accountId),
    newestLines(deps, customer.accountId),
    db.selectFrom('operators.restrictions').selectAll().where('customer_id', '=', id).executeTakeFirst(),
    notesOf(deps, id),
    accessTo(db, { customerId: id, limit: linesShown, offset: 0 }),
  ])
  return {
    ...rowOf(customer),
    accountId: customer.accountId.toString(),
    lang: customer.lang,
    creditScore: customer.creditScore,
    termsVersion: customer.termsVersion,
    inviteCode: customer.inviteCode,
    restriction:
      restriction === undefined
        ? null
        : {
            reason: restrictionReasons.find((known) => known === restriction.reason) ?? 'AML_REVIEW',
            note: restriction.note,
            at: msOf(restriction.at),
          },
    balances: balances.map(({ asset, free, held }) => ({
      asset,
      free: moneyText({ asset, units: free }),
      held: moneyText({ asset, units: held }),
    })),
    entries,
    notes,
    access: access.rows,
  }
}

async function newestLines({ statement }: ConsoleDeps, accountId: bigint) {
  const upTo = await statement.newest(accountId)
  const lines = await statement.read(
    { accountId, assets: ['USDT', 'USDT.virtual', 'USDT.loan', 'BTC', 'ETH'], upTo },
    { limit: entriesShown, offset: 0 },
  )
  return lines.map(({ seq, at, kind, ref, asset, units }) => ({
    seq: seq.toString(),
    at,
    kind,
    ref,
    asset,
    amount: moneyText({ asset, units }),
  }))
}

async function notesOf({ db }: ConsoleDeps, customerId: string) {
  const rows = await db
    .selectFrom('operators.notes as n')
    .innerJoin('operators.operators as o', 'o.id', 'n.operator_id')
    .select(['n.id', 'n.at', 'o.name', 'n.text'])
    .where('n.customer_id', '=', customerId)
    .orderBy('n.at', 'desc')
    .limit(linesShown)
    .execute()
  return rows.map(({ id, at, name, text }) => ({ id, at: msOf(at), operator: name, text }))
}
