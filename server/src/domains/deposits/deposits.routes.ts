import { cancelRecharge, listRecharge, recharge, resubmitRecharge } from '@evenhand/protocol/deposits.ts'
import { handle, type Mounted } from '../../kernel/http/http.ts'
import type { Deposits } from './deposits.ts'

/** Requests of a customer that submit, list, cancel and resubmit deposit forms. */
export const depositsRoutes = (deposits: Deposits): Mounted[] => [
  handle(recharge, deposits.submit),
  handle(listRecharge, deposits.list),
  handle(cancelRecharge, deposits.cancel),
  handle(resubmitRecharge, deposits.resubmit),
]
