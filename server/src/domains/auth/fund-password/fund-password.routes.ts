import {
  changeFundPassword,
  fundPasswordStatus,
  resetFundPassword,
  setFundPassword,
} from '@evenhand/protocol/fund-password.ts'
import { askFundReset, cancelFundReset, fundResetStanding } from '@evenhand/protocol/fund-reset.ts'
import { handle, type Mounted } from '../../../kernel/http/http.ts'
import type { FundPasswords } from './fund-password.ts'

export const fundPasswordRoutes = ({ resets, ...fundPasswords }: FundPasswords): Mounted[] => [
  handle(fundPasswordStatus, fundPasswords.status),
  handle(setFundPassword, fundPasswords.set),
  handle(changeFundPassword, fundPasswords.change),
  handle(resetFundPassword, fundPasswords.reset),
  handle(fundResetStanding, resets.read),
  handle(askFundReset, resets.ask),
  handle(cancelFundReset, resets.cancel),
]
