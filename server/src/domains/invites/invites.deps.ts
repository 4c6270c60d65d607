import type { InviteSignal } from '@evenhand/protocol/states.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { OperatorDeps } from '../../kernel/http/operator-call.ts'
import type { Log } from '../../kernel/log.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import type { Accounts, Customer } from '../accounts/index.ts'
import type { EnqueueNotices } from '../notices/index.ts'

export type InvitesDb = Db<'invites'>
/** An inviter and a customer whom he invited. */
export type Pair = { inviterId: string; inviteeId: string }
/** A fee of a contract, smallest units of USDT; `ref` is that of its entry in the ledger. */
export type PaidFee = {
  kind: 'OPEN' | 'CLOSE'
  ref: string
  orderNo: bigint
  accountId: bigint
  fee: bigint
  at: number
}

export type InvitesDeps = {
  db: InvitesDb
  clock: Clock
  log: Log
  accounts: Pick<Accounts, 'find' | 'findMany'>
  /** Whether the programme may be offered to customers of a country; with an address, from there as well. */
  isOffered: (params: { country: string; ip?: string }) => boolean
  /** Whether a customer has ever traded on the real account. */
  hasTraded: (customer: Pick<Customer, 'accountId' | 'createdAt'>) => Promise<boolean>
  /** Fees of real contracts that these accounts paid, at least those since a time; some may have been returned before. */
  feesPaid: (params: { accountIds: readonly bigint[]; since: number }) => Promise<PaidFee[]>
  /** What suggests that the two may be one person or one household. */
  signalsOf: (pair: Pair) => Promise<InviteSignal[]>
  /** The number of a contract as customers know it. */
  orderNoText: (orderNo: bigint) => string
  /** Balances of these customers' real accounts have changed. It must not throw, nor wait for anything. */
  moved: (accountIds: readonly bigint[]) => void
  /** Notifies the customer, if and when the transaction commits. */
  enqueueNotices: EnqueueNotices
}

/** What operators' part is given; `db` as the role `console`. */
export type InvitesConsoleDeps = Pick<InvitesDeps, 'clock' | 'accounts' | 'enqueueNotices'> & {
  db: InvitesDb
  operators: OperatorDeps
}
