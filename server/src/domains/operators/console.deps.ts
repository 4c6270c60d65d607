import type { AccountMode } from '@evenhand/protocol/money.ts'
import type { AnyDb } from '../../kernel/operator-call.ts'
import type { Customer } from '../accounts/index.ts'
import type { Balance, Ledger } from '../ledger/index.ts'
import type { Handed } from '../notices/index.ts'
import type { SignInDeps } from './operators.deps.ts'

export type Exposure = {
  code: string
  open: number
  stakeUp: string
  stakeDown: string
  payoutUp: string
  payoutDown: string
}
export type Waiting = { open: number; overdue: number; oldestAt: number | null; promisedMs: number }

/** What the console's own calls need of the other domains. All of it reads; what they change goes through their own doors. */
export type ConsoleDeps = SignInDeps & {
  searchCustomers: (of: {
    q: string
    status: string | undefined
    limit: number
    offset: number
  }) => Promise<{ rows: Customer[]; total: number }>
  findCustomer: (id: string) => Promise<Customer | undefined>
  balances: (accountId: bigint) => Promise<Balance[]>
  /** Tells a customer, if and when the transaction commits. */
  tellWith: (tx: AnyDb, events: readonly Handed[]) => Promise<void>
  statement: Ledger['statement']
  exploreLedger: (limit: number) => Promise<
    {
      seq: string
      at: number
      kind: string
      ref: string
      lines: { account: string; asset: string; amount: string }[]
    }[]
  >
  exposure: (mode: AccountMode) => Promise<Exposure[]>
  /** Numbers of the records of acts in the log, by the acts' numbers. */
  sealedActs: (seqs: readonly number[]) => Promise<ReadonlyMap<number, number>>
  /** Tells a customer of a higher limit of withdrawals: whole USDT in 24 hours. */
  limitRaised: (of: { customerId: string; most: string; ref: string }) => Promise<void>
  /** What waits for operators in each queue. */
  queues: Readonly<
    Record<'deposits' | 'withdrawals' | 'identity' | 'complaints' | 'fundResets', (now: number) => Promise<Waiting>>
  >
}
