import type { cancelRecharge, Deposit, listRecharge, recharge, resubmitRecharge } from '@evenhand/protocol/deposits.ts'
import * as z from 'zod/mini'
import type { Call } from '../../kernel/http/http.ts'
import { cancelDeposit, resubmitDeposit } from './change-deposit.ts'
import { depositAddress, offeredMethods } from './deposit-methods.ts'
import type { DepositsDeps } from './deposits.deps.ts'
import { viewDeposit } from './deposits.rules.ts'
import { listDeposits } from './deposits.store.ts'
import { submitDeposit } from './submit-deposit.ts'

/** What customers do about coins that come in. */
export function createDeposits(deps: DepositsDeps) {
  return {
    submit: (request: z.output<typeof recharge.request>, call: Call) => submitDeposit(deps, request, call),
    list: (request: z.output<typeof listRecharge.request>, call: Call) => customerDeposits(deps, request, call),
    cancel: (request: z.output<typeof cancelRecharge.request>, call: Call) => cancelDeposit(deps, request, call),
    resubmit: (request: z.output<typeof resubmitRecharge.request>, call: Call) => resubmitDeposit(deps, request, call),
    /** The public parameters `deposit_{coin}_{network}` of every way in that is offered here. */
    parameters: () =>
      offeredMethods(deps).map(
        (method) =>
          [`deposit_${method.coin}_${method.network}`, (call: Call) => depositAddress(deps, method, call)] as const,
      ),
  }
}

export type Deposits = ReturnType<typeof createDeposits>

const wholeList = 100

/** The caller's deposits, newest first; without a page the newest hundred. */
async function customerDeposits(
  { db }: DepositsDeps,
  request: z.output<typeof listRecharge.request>,
  { session }: Call,
): Promise<Deposit[] | { rows: Deposit[]; total: number; page: number; size: number }> {
  const size = request.size ?? (request.page === undefined ? wholeList : 20)
  const page = request.page ?? 1
  const statuses = request.status === undefined ? undefined : [request.status]
  const { deposits, total } = await listDeposits(
    db,
    { customerId: session.customerId, statuses },
    { limit: size, offset: (page - 1) * size },
  )
  const rows = deposits.map(viewDeposit)
  return request.page === undefined ? rows : { rows, total, page, size }
}
