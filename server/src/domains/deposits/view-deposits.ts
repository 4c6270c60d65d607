import type { SeenDeposit } from '@evenhand/protocol/deposits-console.ts'
import { maxByOnePerson } from '@evenhand/protocol/funds.ts'
import { moneyText } from '@evenhand/protocol/money.ts'
import type { OperatorCall } from '../../kernel/http/operator-call.ts'
import { priceOf } from './approve-deposit.ts'
import {
  approvalsNeeded,
  approvalsOf,
  groundsOf,
  mayCreditAlone,
  returnsOf,
  sameTransactions,
  type Approval,
  type OtherDeposit,
} from './deposit-approvals.store.ts'
import type { DepositsConsoleDeps } from './deposits.deps.ts'
import { depositNo, viewDeposit } from './deposits.rules.ts'
import type { DepositRow } from './deposits.store.ts'

/** The states that wait for a person. */
export const waitingStatuses = ['SUBMITTED', 'CONFIRMING', 'ON_HOLD_AML'] as const
const waits = ({ status }: DepositRow): boolean => waitingStatuses.some((one) => one === status)

/** Deposits as the calling operator sees them, with names and approvals read for all of them at once. */
export async function seeDeposits(
  deps: DepositsConsoleDeps,
  rows: readonly DepositRow[],
  call: OperatorCall,
): Promise<SeenDeposit[]> {
  const ids = rows.map(({ id }) => id)
  const caller = { operatorId: call.operator.id, at: deps.clock.now() }
  const [customers, given, returns, grounds, others, alone] = await Promise.all([
    deps.customersById([...new Set(rows.map(({ customerId }) => customerId))]),
    approvalsOf(deps.db, ids),
    returnsOf(deps.db, ids),
    groundsOf(deps.db, { ids, operatorId: call.operator.id }),
    sameTransactions(deps.db, ids),
    mayCreditAlone(deps.db, caller),
  ])
  const approvals = new Map(rows.map((row) => [row.id, ofRound(row, given.get(row.id))]))
  const needed = await approvalsNeeded(deps.db, {
    ...caller,
    thoughts: rows.filter(waits).flatMap((row) => {
      const price = priceOf(deps, row.coin) ?? null
      const amounts = (approvals.get(row.id) ?? []).map(({ amount }) => amount)
      return [row.arrived ?? row.amount, ...amounts].map((amount) => ({ id: row.id, amount, price }))
    }),
  })
  return rows.map((row) => {
    const customer = customers.get(row.customerId)
    const text = (units: bigint): string => moneyText({ asset: row.coin, units })
    const ground = grounds.get(row.id)
    const own = approvals.get(row.id) ?? []
    return {
      ...viewDeposit(row),
      ...knownOf(deps, row),
      customerId: row.customerId,
      username: customer?.username ?? '',
      tier: customer?.tier ?? '',
      approvalsNeeded: needed.get(row.id) ?? maxAlike(own),
      isBeyondDay: waits(row) && isBeyondDay(deps, row, alone),
      approvalsGiven: maxAlike(own),
      approvals: own.map(({ operatorId, operator, amount, fromAddress, at }) => ({
        operatorId,
        operator,
        amount: text(amount),
        fromAddress,
        at,
      })),
      returns: ofRound(row, returns.get(row.id)).map(({ operatorId, operator, reference, at }) => ({
        operatorId,
        operator,
        reference,
        at,
      })),
      revision: ground?.revision ?? 1,
      evidence: ground?.evidence ?? null,
      creditedBefore: ground?.creditedBefore == null ? null : text(ground.creditedBefore),
      sameTransaction: (others.get(row.id) ?? []).map(viewOther),
      round: row.round,
      overdue: waits(row) && row.dueAt < deps.clock.now(),
    }
  })
}

/** Whether one operator could credit it, but for what that one has credited alone already. */
function isBeyondDay(deps: DepositsConsoleDeps, { coin, amount, arrived }: DepositRow, alone: bigint): boolean {
  const usdt = arrived === null ? deps.usdtOf(coin, amount) : undefined
  return usdt !== undefined && usdt > alone && usdt <= maxByOnePerson
}

const ofRound = <T extends { round: number }>({ round }: DepositRow, signed: readonly T[] = []): T[] =>
  signed.filter((one) => one.round === round)

/** The most approvals that are over the same values: only those count together. */
const maxAlike = (approvals: readonly Approval[]): number =>
  Math.max(
    0,
    ...Array.from(
      Map.groupBy(
        approvals,
        ({ amount, fromAddress, creditedBefore }) => `${amount} ${fromAddress} ${creditedBefore}`,
      ).values(),
      ({ length }) => length,
    ),
  )

/** What is known of it beside the claim, and its worth by the highest of claim and chain, or as it was credited. */
function knownOf(deps: DepositsConsoleDeps, row: DepositRow) {
  const { coin, amount, arrived, credited } = row
  const highest = arrived !== null && arrived > amount ? arrived : amount
  const usdt = credited === null ? deps.usdtOf(coin, highest) : (row.creditedUsdt ?? undefined)
  return {
    source: row.source,
    chain: row.chain,
    fromAddress: row.fromAddress,
    arrivedAmount: arrived === null ? null : moneyText({ asset: coin, units: arrived }),
    blockHeight: row.height === null ? null : String(row.height),
    reference: row.reference,
    valueUsdt: usdt === undefined ? null : moneyText({ asset: 'USDT', units: usdt }),
  }
}

const viewOther = ({ id, orderNo, customerId, coin, status, amount, credited }: OtherDeposit) => ({
  id,
  orderNo: depositNo(orderNo),
  customerId,
  status,
  amount: moneyText({ asset: coin, units: amount }),
  creditedAmount: credited === null ? null : moneyText({ asset: coin, units: credited }),
})
