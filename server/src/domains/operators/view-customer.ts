import { automaticReasons } from '@evenhand/protocol/automatic-reasons.ts'
import type { operatorUsers } from '@evenhand/protocol/operator-customers.ts'
import { restrictionReasons } from '@evenhand/protocol/operator-customers.ts'
import { moneyText } from '@evenhand/protocol/money.ts'
import type * as z from 'zod/mini'
import { msOf } from '../../kernel/time/clock.ts'
import type { OperatorCall } from '../../kernel/http/operator-call.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { Customer } from '../accounts/index.ts'
import type { ConsoleDeps } from './console.deps.ts'
import { recordAccess } from './access-log.ts'

/** The first letter of each part and the ending: enough to recognise, too little to write to. */
export function maskedEmail(email: string): string {
  const [name = '', host = ''] = email.split('@')
  const dot = host.lastIndexOf('.')
  return `${name.slice(0, 1)}•••@${host.slice(0, 1)}•••${dot < 0 ? '' : host.slice(dot)}`
}

/** A hold that is kept from the customer is in no status of his; operators see it all the same. */
const rowOf = (customer: Customer, held: boolean) => ({
  id: customer.id,
  username: customer.username,
  email: maskedEmail(customer.email),
  country: customer.country,
  status: held ? 'LEGAL_HOLD' : customer.status,
  kycStatus: customer.kycStatus,
  tier: customer.tier,
  createdAt: customer.createdAt,
})

/** Customers for the list, who they are masked. */
export async function listCustomers(deps: ConsoleDeps, request: z.output<typeof operatorUsers.request>) {
  const size = request.size ?? 50
  const page = request.page ?? 1
  const found = await deps.searchCustomers({
    q: request.q ?? '',
    status: request.status,
    limit: size,
    offset: (page - 1) * size,
  })
  const holds = await deps.legalHoldsOf(found.rows.map(({ id }) => id))
  return { rows: found.rows.map((row) => rowOf(row, holds.has(row.id))), total: found.total, page, size }
}

const entriesShown = 50

/** One customer in one view. The view is recorded, and the customer can read the record. */
export async function viewCustomer(deps: ConsoleDeps, { id }: { id: string }, call: OperatorCall) {
  const { db } = deps
  const customer = await deps.findCustomer(id)
  if (customer === undefined) throw refuse('notFound')
  const entry = { act: 'user.look', subject: `user:${id}`, customerId: id, reason: automaticReasons.customerPage }
  await recordAccess(deps, { call, entry })
  const [holds, balances, entries, restriction] = await Promise.all([
    deps.legalHoldsOf([id]),
    deps.balances(customer.accountId),
    newestLines(deps, customer.accountId),
    db.selectFrom('operators.restrictions').selectAll().where('customer_id', '=', id).executeTakeFirst(),
  ])
  return {
    ...rowOf(customer, holds.has(id)),
    legalHold: holds.get(id) ?? null,
    accountId: customer.accountId.toString(),
    lang: customer.lang,
    creditScore: customer.creditScore ?? null,
    termsVersion: customer.termsVersion,
    inviteCode: customer.inviteCode,
    restriction:
      restriction === undefined
        ? null
        : {
            reason: restrictionReasons.find((known) => known === restriction.reason) ?? 'AML_REVIEW',
            note: restriction.note,
            at: msOf(restriction.at),
            until: msOf(restriction.ends_at),
            byTwo: restriction.request_id !== null,
          },
    balances: balances.map(({ asset, free, held }) => ({
      asset,
      free: moneyText({ asset, units: free }),
      held: moneyText({ asset, units: held }),
    })),
    entries,
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
