import { moneyText } from '@evenhand/protocol/money.ts'
import { withdrawalStates } from '@evenhand/protocol/states.ts'
import type { Withdrawal } from '@evenhand/protocol/withdrawals.ts'
import type { StoredWithdrawal } from './withdrawals.store.ts'

/** A withdrawal as the wire shows it; `allowed` beside a rejection by the limit of a day. */
export function wireWithdrawal(params: StoredWithdrawal, allowed?: bigint): Withdrawal {
  const text = (units: bigint): string => moneyText({ asset: params.coin, units })
  const reasonCode = params.reasonCode ?? params.waitsFor
  return {
    id: params.id,
    orderNo: params.orderNo.toString(),
    method: params.method,
    coin: params.coin,
    balance: params.balance,
    network: params.network,
    addressSnapshot: params.address,
    ...(params.memo === undefined ? {} : { memo: params.memo }),
    amount: text(params.amount),
    fee: text(params.fee),
    netAmount: text(params.net),
    status: params.status,
    ...(reasonCode === undefined ? {} : { reasonCode }),
    ...(params.reasonRef === undefined ? {} : { reasonRef: params.reasonRef }),
    ...(allowed === undefined ? {} : { allowed: text(allowed) }),
    ...(params.txid === undefined ? {} : { txid: params.txid }),
    createdAt: params.requestedAt,
    ...(params.completedAt === undefined ? {} : { completedAt: params.completedAt }),
    dueAt: params.dueAt,
    overdue: params.overdueAt !== undefined && params.completedAt === undefined,
    cancellable: (withdrawalStates[params.status] as readonly string[]).includes('CANCELLED'),
    steps: params.steps,
  }
}
