import type { LegalHold } from '@evenhand/protocol/case-hold.ts'
import type { AccountMode } from '@evenhand/protocol/money.ts'
import type { exposureTotal, operatorTrends } from '@evenhand/protocol/operator-dashboard.ts'
import type * as z from 'zod/mini'
import type { ListingState } from '@evenhand/protocol/markets.ts'
import type { PlanProductStatus } from '@evenhand/protocol/states.ts'
import type { AnyDb } from '../../kernel/http/operator-call.ts'
import type { Module } from '../../kernel/module/module.ts'
import type { QueueSpec } from '../../kernel/module/queue.ts'
import type { Customer, HeldCustomer } from '../accounts/index.ts'
import type { Files, Picture } from '../files/index.ts'
import type { Balance, Ledger } from '../ledger/index.ts'
import type { ListingChange } from '../markets/index.ts'
import type { NotificationEvent } from '../notices/index.ts'
import type { SignInDeps } from './operators.deps.ts'

export type Exposure = {
  code: string
  open: number
  stakeUp: string
  stakeDown: string
  payoutUp: string
  payoutDown: string
}
export type Trends = z.input<typeof operatorTrends.result>

/** What the console's own calls need of the other domains. All of it reads; what they change goes through their own doors. */
export type ConsoleDeps = SignInDeps & {
  searchCustomers: (options: {
    q: string
    status: string | undefined
    limit: number
    offset: number
  }) => Promise<{ rows: Customer[]; total: number }>
  findCustomer: (id: string) => Promise<Customer | undefined>
  balances: (accountId: bigint) => Promise<Balance[]>
  /** Legal holds in force, by customer, disclosed or not. */
  legalHoldsOf: (customerIds: readonly string[]) => Promise<ReadonlyMap<string, LegalHold>>
  heldCustomers: (options: { limit: number; offset: number }) => Promise<{ rows: HeldCustomer[]; total: number }>
  storeDocument: Files['storeDocument']
  mustBeDocument: Files['mustBeDocument']
  openDocument: (fileId: string, viewer: { operatorId: string; reason: string }) => Promise<Picture>
  /** Whether an operator has opened all of these files since a time. */
  hasOpened: Files['hasOpened']
  /** Notifies a customer, if and when the transaction commits. */
  enqueueNotices: (tx: AnyDb, events: readonly NotificationEvent[]) => Promise<void>
  statement: Ledger['statement']
  instruments: {
    /** Undefined for an unknown instrument. */
    stateOf: (code: string) => ListingState | undefined
    /** Changes its listing in a transaction of the role `console`; throws a SetupError for what is no change. */
    change: (tx: AnyDb, change: ListingChange) => Promise<unknown>
  }
  plans: {
    /** The state of a product of plans; undefined where there is none. */
    stateOf: (id: string) => Promise<PlanProductStatus | undefined>
    /** The texts of a product that lasts so many days, by language. */
    textsFor: (days: number) => { names: Readonly<Record<string, string>>; sources: Readonly<Record<string, string>> }
  }
  /** What each domain knows of a customer, by its time. */
  timeline: NonNullable<Module['timeline']>
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
  exposureTotal: (mode: AccountMode) => Promise<z.input<typeof exposureTotal.result>>
  /** The charts of the dashboard for so many UTC days. */
  trends: (params: { now: number; days: number }) => Promise<Trends>
  /** Numbers of the records of audit entries in the log, by the numbers of the entries. */
  recordsOfAuditEntries: (seqs: readonly number[]) => Promise<ReadonlyMap<number, number>>
  /** Publishes, in the transaction that raises it, a higher limit of withdrawals: whole USDT in 24 hours. */
  limitRaised: (tx: AnyDb, options: { customerId: string; most: string; ref: string }) => Promise<void>
  /** What waits for operators in each queue. */
  queues: readonly QueueSpec[]
}
