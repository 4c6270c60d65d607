import {
  cancelWithdrawal,
  listWithdrawals,
  maxWithdrawal,
  quoteWithdrawal,
  withdraw,
} from '@evenhand/protocol/withdrawals.ts'
import { handle, type Mounted } from '../../kernel/http/http.ts'
import type { Withdrawals } from './withdrawals.ts'

/** Requests of a customer that quote, make, list and cancel withdrawals. */
export const withdrawalsRoutes = (withdrawals: Withdrawals): Mounted[] => [
  handle(quoteWithdrawal, withdrawals.quote),
  handle(maxWithdrawal, withdrawals.max),
  handle(withdraw, withdrawals.request),
  handle(listWithdrawals, withdrawals.list),
  handle(cancelWithdrawal, withdrawals.cancel),
]
