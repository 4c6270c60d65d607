import type { cancelRecharge, listRecharge, recharge, resubmitRecharge } from '@evenhand/protocol/deposits.ts'
import * as z from 'zod/mini'
import type { Call } from '../../kernel/http.ts'
import { cancelDeposit, resubmitDeposit } from './change-deposit.ts'
import { depositPlace, offeredMethods } from './deposit-places.ts'
import type { DepositsDeps } from './deposits.deps.ts'
import { depositedSince } from './deposits.store.ts'
import { ownDeposits } from './list-deposits.ts'
import { submitDeposit } from './submit-deposit.ts'

/** What customers do about coins that come in. */
export function createDeposits(deps: DepositsDeps) {
  return {
    submit: (ask: z.output<typeof recharge.ask>, call: Call) => submitDeposit(deps, ask, call),
    list: (ask: z.output<typeof listRecharge.ask>, call: Call) => ownDeposits(deps, ask, call),
    cancel: (ask: z.output<typeof cancelRecharge.ask>, call: Call) => cancelDeposit(deps, ask, call),
    resubmit: (ask: z.output<typeof resubmitRecharge.ask>, call: Call) => resubmitDeposit(deps, ask, call),
    /** The public parameters `deposit_{coin}_{network}` of every way in that is offered here. */
    parameters: () =>
      offeredMethods(deps).map(
        (method) =>
          [`deposit_${method.coin}_${method.network}`, (call: Call) => depositPlace(deps, method, call)] as const,
      ),
    /** What a customer paid in since a time, in smallest units of USDT, as limits count it. */
    paidInSince: (of: { customerId: string; since: number }) => depositedSince(deps.db, of),
  }
}

export type Deposits = ReturnType<typeof createDeposits>
