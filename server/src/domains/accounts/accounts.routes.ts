import { accounts as accountsRoute, getUserInfo, resetVirtual } from '@evenhand/protocol/accounts.ts'
import { handle, type Mounted } from '../../kernel/http/http.ts'
import type { Accounts } from './index.ts'

/** Requests of a customer about own accounts and their balances, each mounted on its use case. */
export const accountsRoutes = (accounts: Accounts): Mounted[] => [
  handle(getUserInfo, accounts.getUserInfo),
  handle(accountsRoute, accounts.accounts),
  handle(resetVirtual, accounts.resetVirtual),
]
