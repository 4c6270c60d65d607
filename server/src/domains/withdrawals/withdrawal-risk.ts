import { automaticReasons } from '@evenhand/protocol/automatic-reasons.ts'
import { moneyText } from '@evenhand/protocol/money.ts'
import { withdrawalRisk } from '@evenhand/protocol/withdrawal-risk.ts'
import { handleOperator, type MountedOperator, type OperatorCall } from '../../kernel/http/operator-call.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { withdrawalFacts } from './withdrawal-risk.store.ts'
import type { WithdrawalsConsoleDeps } from './withdrawals.console.ts'
import { findWithdrawal } from './withdrawals.store.ts'

/** What other domains know of a customer; times in epoch milliseconds. */
export type WithdrawalRiskDeps = WithdrawalsConsoleDeps & {
  customerOf: (customerId: string) => Promise<{ createdAt: number; status: string } | undefined>
  restrictionOf: (customerId: string) => Promise<string | undefined>
  isHeld: (customerId: string) => Promise<boolean>
  /** What came in for the customer, in smallest units of USDT by the prices of its time, and what is on hold. */
  depositedBy: (customerId: string) => Promise<{ deposited: bigint; unpriced: number; onHold: number }>
  /** Other customers who wrote an address down: how many, and the newest of them. */
  sharersOf: (params: { address: string; customerId: string }) => Promise<{ count: number; customerIds: string[] }>
  fundPasswordChangedAt: (customerId: string) => Promise<number | undefined>
  /** What settled real orders came to, in smallest units of USDT. */
  tradedBy: (accountId: bigint) => Promise<bigint>
  accessOf: (params: { customerId: string; at: number }) => Promise<{
    signIns: number
    failed: number
    newDevices: number
    newAtRequest: boolean | null
    credentialsChangedAt: number | null
  }>
}

/** Facts about a withdrawal for the operator who decides about it: each with its number, and none of them a reason to refuse. */
export const withdrawalRiskConsole = (deps: WithdrawalRiskDeps): MountedOperator[] => [
  handleOperator(withdrawalRisk, ({ id }, call) => viewRisk(deps, id, call)),
]

const usdt = (units: bigint): string => moneyText({ asset: 'USDT', units })

async function viewRisk(deps: WithdrawalRiskDeps, id: string, call: OperatorCall) {
  const found = await findWithdrawal(deps.db, { id })
  if (found === undefined) throw refuse('notFound')
  const { customerId, accountId, requestedAt } = found
  const entry = {
    act: 'withdrawal.view',
    subject: `withdrawal:${id}`,
    customerId,
    reason: automaticReasons.withdrawalReview,
  }
  await deps.operators.recordAccess(call, entry)
  const [own, incoming, address, sharers, customer, restriction, legalHold, traded, access, fundPasswordChangedAt] =
    await Promise.all([
      withdrawalFacts(deps.db, found),
      deps.depositedBy(customerId),
      deps.addressOf(found.addressId),
      deps.sharersOf(found),
      deps.customerOf(customerId),
      deps.restrictionOf(customerId),
      deps.isHeld(customerId),
      deps.tradedBy(accountId),
      deps.accessOf({ customerId, at: requestedAt }),
      deps.fundPasswordChangedAt(customerId),
    ])
  if (customer === undefined || address === undefined) throw refuse('notFound')
  const names = await deps.usernamesOf(sharers.customerIds)
  return {
    flows: {
      deposited: usdt(incoming.deposited),
      withdrawn: usdt(own.withdrawn),
      traded: usdt(traded),
      unpriced: incoming.unpriced + own.unpriced,
    },
    address: {
      toOrigin: own.toOrigin,
      ageMs: Math.max(0, requestedAt - address.createdAt),
      sharedWith: sharers.count,
      others: sharers.customerIds.map((other) => ({ customerId: other, username: names.get(other) ?? '' })),
    },
    account: {
      ageMs: Math.max(0, requestedAt - customer.createdAt),
      status: customer.status,
      restriction: restriction ?? null,
      legalHold,
      depositsOnHold: incoming.onHold,
      withdrawalsWaiting: own.waiting,
    },
    access: { ...access, fundPasswordChangedAt: fundPasswordChangedAt ?? null },
  }
}
