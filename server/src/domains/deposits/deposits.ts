import type { cancelRecharge, Deposit, listRecharge, recharge, resubmitRecharge } from '@evenhand/protocol/deposits.ts'
import * as z from 'zod/mini'
import type { Call } from '../../kernel/http/http.ts'
import { cancelDeposit, resubmitDeposit } from './change-deposit.ts'
import { depositPlace, offeredMethods } from './deposit-methods.ts'
import type { DepositsDeps } from './deposits.deps.ts'
import { viewDeposit } from './deposits.rules.ts'
import { listDeposits } from './deposits.store.ts'
import { submitDeposit } from './submit-deposit.ts'

/** What customers do about coins that come in. */
export function createDeposits(deps: DepositsDeps) {
  return {
    submit: (ask: z.output<typeof recharge.ask>, call: Call) => submitDeposit(deps, ask, call),
    list: (ask: z.output<typeof listRecharge.ask>, call: Call) => customerDeposits(deps, ask, call),
    cancel: (ask: z.output<typeof cancelRecharge.ask>, call: Call) => cancelDeposit(deps, ask, call),
    resubmit: (ask: z.output<typeof resubmitRecharge.ask>, call: Call) => resubmitDeposit(deps, ask, call),
    /** The public parameters `deposit_{coin}_{network}` of every way in that is offered here. */
    parameters: () =>
      offeredMethods(deps).map(
        (method) =>
          [`deposit_${method.coin}_${method.network}`, (call: Call) => depositPlace(deps, method, call)] as const,
      ),
  }
}

export type Deposits = ReturnType<typeof createDeposits>

const wholeList = 100

/** The caller's deposits, newest first; without a page the newest hundred. */
async function customerDeposits(
  { db }: DepositsDeps,
  ask: z.output<typeof listRecharge.ask>,
  { session }: Call,
): Promise<Deposit[] | { rows: Deposit[]; total: number; page: number; size: number }> {
  const size = ask.size ?? (ask.page === undefined ? wholeList : 20)
  const page = ask.page ?? 1
  const statuses = ask.status === undefined ? undefined : [ask.status]
  const { deposits, total } = await listDeposits(
    db,
    { customerId: session.customerId, statuses },
    { limit: size, offset: (page - 1) * size },
  )
  const rows = deposits.map(viewDeposit)
  return ask.page === undefined ? rows : { rows, total, page, size }
}
