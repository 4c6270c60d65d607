import {
  addAddress,
  deleteAddress,
  listAddresses,
  setWhitelistMode,
  updateAddress,
  whitelistMode,
} from '@evenhand/protocol/addresses.ts'
import {
  changeFundPassword,
  fundPasswordStatus,
  resetFundPassword,
  setFundPassword,
} from '@evenhand/protocol/fund-password.ts'
import { askFundReset, cancelFundReset, fundResetStanding } from '@evenhand/protocol/fund-reset.ts'
import {
  cancelWithdrawal,
  listWithdrawals,
  maxWithdrawal,
  quoteWithdrawal,
  withdraw,
} from '@evenhand/protocol/withdrawals.ts'
import { handle, type Mounted } from '../../kernel/http.ts'
import type { Withdrawals } from './withdrawals.ts'

export const withdrawalsRoutes = ({
  fundPasswords,
  fundResets,
  addresses,
  whitelistMode: mode,
  ...withdrawals
}: Withdrawals): Mounted[] => [
  handle(fundPasswordStatus, fundPasswords.status),
  handle(setFundPassword, fundPasswords.set),
  handle(changeFundPassword, fundPasswords.change),
  handle(resetFundPassword, fundPasswords.reset),
  handle(fundResetStanding, fundResets.read),
  handle(askFundReset, fundResets.ask),
  handle(cancelFundReset, fundResets.cancel),
  handle(listAddresses, addresses.list),
  handle(addAddress, addresses.add),
  handle(updateAddress, addresses.update),
  handle(deleteAddress, addresses.remove),
  handle(whitelistMode, mode.read),
  handle(setWhitelistMode, mode.choose),
  handle(quoteWithdrawal, withdrawals.quote),
  handle(maxWithdrawal, withdrawals.max),
  handle(withdraw, withdrawals.ask),
  handle(listWithdrawals, withdrawals.list),
  handle(cancelWithdrawal, withdrawals.cancel),
]
