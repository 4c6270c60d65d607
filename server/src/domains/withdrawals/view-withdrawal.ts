import { moneyText } from '@evenhand/protocol/money.ts'
import { withdrawalStates } from '@evenhand/protocol/states.ts'
import type { Withdrawal } from '@evenhand/protocol/withdrawals.ts'
import type { StoredWithdrawal } from './withdrawals.store.ts'

/** A withdrawal as the wire shows it; `allowed` beside a rejection by the limit of a day. */
export function wireWithdrawal(of: StoredWithdrawal, allowed?: bigint): Withdrawal {
  const text = (units: bigint): string => moneyText({ asset: of.coin, units })
  const reasonCode = of.reasonCode ?? of.waitsFor
  return {
    id: of.id,
    orderNo: of.orderNo.toString(),
    method: of.method,
    coin: of.coin,
    network: of.network,
    addressSnapshot: of.address,
    ...(of.memo === undefined ? {} : { memo: of.memo }),
    amount: text(of.amount),
    fee: text(of.fee),
    netAmount: text(of.net),
    status: of.status,
    ...(reasonCode === undefined ? {} : { reasonCode }),
    ...(of.reasonRef === undefined ? {} : { reasonRef: of.reasonRef }),
    ...(allowed === undefined ? {} : { allowed: text(allowed) }),
    ...(of.txid === undefined ? {} : { txid: of.txid }),
    createdAt: of.requestedAt,
    ...(of.completedAt === undefined ? {} : { completedAt: of.completedAt }),
    dueAt: of.dueAt,
    overdue: of.overdueAt !== undefined && of.completedAt === undefined,
    cancellable: (withdrawalStates[of.status] as readonly string[]).includes('CANCELLED'),
    steps: of.steps,
  }
}
