import type { PlanTerms } from '@evenhand/proofs/plans/terms.ts'
import type { Lang } from '@evenhand/protocol/languages.ts'
import type { PlanProductStatus, PlanStatus } from '@evenhand/protocol/states.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { Session } from '../../kernel/http/http.ts'
import type { Refusal } from '../../kernel/http/refusal.ts'
import type { Log } from '../../kernel/log.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import type { Ledger } from '../ledger/index.ts'
import type { EnqueueNotices } from '../notices/index.ts'

export type PlansDb = Db<'plans'>

export type PlansDeps = {
  db: PlansDb
  clock: Clock
  log: Log
  ledger: Pick<Ledger, 'balances' | 'tradable' | 'houseFree' | 'houseHeld' | 'accountNamed' | 'remember' | 'findKey'>
  /** Refuses who may not subscribe: restriction 10008, country 40001, pause 40005, cooling-off 40003. */
  maySubscribe: (params: { session: Session; ip: string }) => Promise<void>
  /** By what an operation that needs a verified identity is refused; undefined where it is verified. */
  identityRefusal: (customerId: string) => Promise<Refusal | undefined>
  /** Balances of these customers' real accounts have changed. It must not throw, nor wait for anything. */
  moved: (accountIds: readonly bigint[]) => void
  /** Notifies the customer, if and when the transaction commits. */
  enqueueNotices: EnqueueNotices
}

type Texts = Readonly<Record<Lang, string>>

/** A product; amounts in smallest units of USDT, `sold` is the principal of what earns. */
export type Product = {
  id: string
  names: Texts
  sources: Texts
  terms: PlanTerms
  min: bigint
  max: bigint
  capacity: bigint
  sold: bigint
  termsHash: string
  status: PlanProductStatus
  /** Who of the board signed the reason for a yield above the usual, and the reason. */
  board: string | null
  boardReason: string | null
}

/** A position with the terms it was subscribed under; amounts in smallest units of USDT, times epoch milliseconds. */
export type Position = {
  accountId: bigint
  id: string
  orderNo: bigint
  productId: string
  names: Texts
  principal: bigint
  terms: PlanTerms
  termsHash: string
  startedAt: number
  paidDays: number
  status: PlanStatus
  penalty: bigint | null
  returned: bigint | null
  endedAt: number | null
}
