import {
  changeFundPassword,
  fundPasswordStatus,
  resetFundPassword,
  setFundPassword,
} from '@evenhand/protocol/fund-password.ts'
import { requestFundReset, cancelFundReset, fundResetStatus } from '@evenhand/protocol/fund-reset.ts'
import { handle, type Mounted } from '../../../kernel/http/http.ts'
import type { FundPasswords } from './fund-password.ts'

/** Requests of a customer about the fund password and its reset. */
export const fundPasswordRoutes = ({ resets, ...fundPasswords }: FundPasswords): Mounted[] => [
  handle(fundPasswordStatus, fundPasswords.status),
  handle(setFundPassword, fundPasswords.set),
  handle(changeFundPassword, fundPasswords.change),
  handle(resetFundPassword, fundPasswords.reset),
  handle(fundResetStatus, resets.read),
  handle(requestFundReset, resets.request),
  handle(cancelFundReset, resets.cancel),
]
