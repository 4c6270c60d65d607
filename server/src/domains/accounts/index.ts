import type { User } from '@evenhand/protocol/accounts.ts'
import type { AccountMode } from '@evenhand/protocol/money.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { Call } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { AnyDb, Ledger } from '../ledger/index.ts'
import { byMode, maskedName, userOf, type WireBalance } from './accounts.rules.ts'
import {
  changeContact,
  findByAccount,
  findByAccountIds,
  findCustomer,
  findCustomers,
  findInviter,
  inviterNameOf,
  acceptedOther,
  registeredUsers,
  type Customer,
} from './accounts.store.ts'
import { closeCustomer } from './close-customer.ts'
import { holdCustomer, moveStatus } from './lock-customer.ts'
import { openCustomer, type Opening } from './open-customer.ts'
import { resetVirtual } from './reset-virtual.ts'

export { hasCustomers } from './has-customers.ts'
export { assetsRoutes, type AssetsDeps } from './list-assets.ts'
export { accountCauses } from './account-causes.ts'
export { accountsModule } from './accounts.module.ts'
export { accountsRoutes } from './accounts.routes.ts'
export { legalHoldsOf, listHeldCustomers, type HeldCustomer } from './legal-holds.store.ts'
export { searchCustomers } from './search-customers.ts'
export { csvCell } from './transactions-csv.ts'
export { createProfile } from './profile.ts'
export { profileModule } from './profile.module.ts'
export { userOf } from './accounts.rules.ts'
export type { Contact, Customer } from './accounts.store.ts'
export type { Opening } from './open-customer.ts'

export type AccountsDeps = {
  db: Db<'accounts'>
  ledger: Ledger
  clock: Clock
  /** Called when a balance moved here. */
  moved?: (params: { accountId: bigint; mode: AccountMode }) => void
  /** The number of a deposit of the customer that waits to be credited; read in the transaction that closes the account. */
  waitingDeposit?: (tx: AnyDb, customerId: string) => Promise<string | undefined>
  /** The number of a withdrawal of the customer that has not ended; read there as well. */
  waitingWithdrawal?: (tx: AnyDb, customerId: string) => Promise<string | undefined>
  /** The number of a loan of the customer that is under review or not repaid; read there too. */
  openLoan?: (tx: AnyDb, customerId: string) => Promise<string | undefined>
  /** In which account a contract or an order for one is open; read there too. */
  openContract?: (tx: AnyDb, accountId: bigint) => Promise<AccountMode | undefined>
  /** Whether a bid of the customer leads an auction that runs; read there too. */
  leadsAuction?: (tx: AnyDb, customerId: string) => Promise<boolean>
  /** The birth date (YYYY-MM-DD) that a verification found to be true; nothing before. */
  birthDateOf?: (customerId: string) => Promise<string | undefined>
}

/** Customers as they stand in the tables: all that a domain needs to identify a customer. */
export const customerReader = (db: Db<'accounts'>) => ({
  find: (id: string) => findCustomer(db, id),
  findMany: (ids: readonly string[]) => findCustomers(db, ids),
  findByAccount: (account: string) => findByAccount(db, account),
  findByAccountIds: (accountIds: readonly bigint[]) => findByAccountIds(db, accountIds),
  findInviter: (inviteCode: string) => findInviter(db, inviteCode),
  acceptedOther: (params: Parameters<typeof acceptedOther>[1]) => acceptedOther(db, params),
})

/** Identity of the caller: the customer, what the customer owns in each account, and the virtual account's reset. */
export function createAccounts(deps: AccountsDeps) {
  const { db, ledger } = deps
  return {
    open: (tx: AnyDb, params: Opening): Promise<Customer> => openCustomer(deps, tx, params),
    ...customerReader(db),
    registeredUsers: registeredUsers(db),
    /** Customers by their ids, read in the caller's transaction: no second connection is waited for. */
    readMany: (tx: AnyDb, ids: readonly string[]): Promise<Customer[]> => findCustomers(tx as never, ids),
    /** Holds a customer in the caller's transaction and returns its status. */
    hold: (tx: AnyDb, params: Parameters<typeof holdCustomer>[1]) => holdCustomer(tx as never, params),
    /** Changes user name, phone or e-mail of a customer whom the caller holds. */
    changeContact: (tx: AnyDb, params: Parameters<typeof changeContact>[1]) => changeContact(tx as never, params),
    moveStatus: (tx: AnyDb, params: Parameters<typeof moveStatus>[1]) => moveStatus(tx as never, params),
    /** Closes a customer whom the caller holds, if nothing hinders. */
    close: (tx: AnyDb, params: { id: string; accountId: bigint }) => closeCustomer(deps, tx, params),
    waitingDeposit: (tx: AnyDb, customerId: string) => deps.waitingDeposit?.(tx, customerId),
    waitingWithdrawal: (tx: AnyDb, customerId: string) => deps.waitingWithdrawal?.(tx, customerId),
    openLoan: (tx: AnyDb, customerId: string) => deps.openLoan?.(tx, customerId),
    openContract: (tx: AnyDb, accountId: bigint) => deps.openContract?.(tx, accountId),
    leadsAuction: async (tx: AnyDb, customerId: string) => (await deps.leadsAuction?.(tx, customerId)) === true,
    async getUserInfo(_request: object, call: Call): Promise<User> {
      const { customerId } = call.session
      const [customer, inviter, birthDate] = await Promise.all([
        findCustomer(db, customerId),
        inviterNameOf(db, customerId),
        deps.birthDateOf?.(customerId),
      ])
      if (customer === undefined) throw refuse('customerNotFound')
      return {
        ...userOf(customer, call.token),
        ...(birthDate !== undefined && { birthDate }),
        ...(inviter !== undefined && { invitedBy: maskedName(inviter) }),
      }
    },
    accounts: async (_request: object, call: Call) => byMode(await ledger.balances(call.session.accountId)),
    async resetVirtual(request: object, call: Call): Promise<WireBalance[]> {
      const balances = await resetVirtual(deps, request, call)
      deps.moved?.({ accountId: call.session.accountId, mode: 'virtual' })
      return balances
    },
  }
}

export type Accounts = ReturnType<typeof createAccounts>
