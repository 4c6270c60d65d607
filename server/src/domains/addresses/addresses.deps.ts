import type { FundNetwork } from '@evenhand/protocol/funds.ts'
import type { PasskeyCredential } from '@evenhand/protocol/passkey-shapes.ts'
import type { Call } from '../../kernel/http/http.ts'
import type { AnyDb } from '../../kernel/http/operator-call.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import type { NotificationOf } from '../notices/index.ts'
import type { AddressesDb } from './addresses.store.ts'

export type AddressEvent = NotificationOf<'address.added' | 'address.active'>

type StepUpRequest = { otp?: string | undefined; passkey?: PasskeyCredential | undefined; code?: string | undefined }

export type AddressesDeps = {
  db: AddressesDb
  clock: Clock
  /** An address of a network in its one spelling; undefined where its checksum or form is not of that network. */
  addressOn: (network: FundNetwork, text: string) => string | undefined
  /** Whether money of a customer has reached an address before. */
  wasPaidTo: (options: {
    customerId: string
    network: string
    address: string
    memo: string | undefined
  }) => Promise<boolean>
  /** When what protects the account, the fund password included, was last changed; epoch ms. */
  protectionChangedAt: (customerId: string) => Promise<number | undefined>
  /** Refuses 40015 where no fund password is set, 40014 while it is locked, 40013 a wrong one. */
  mustKnowFundPassword: (call: Call, digits: string) => Promise<unknown>
  /** Refuses unless the request brings the second factor, or the code that was mailed for this very content. */
  requireStepUp: (
    options: StepUpRequest & { customerId: string; scene: 'address'; boundTo: string },
    call: Call,
  ) => Promise<void>
  /** Refuses 40036 unless the session has a recent proof. */
  requireRecentAuth: (proof: true, call: Call) => Promise<void>
  accountsOf: (customerIds: readonly string[]) => Promise<ReadonlyMap<string, bigint>>
  enqueueNotices: (tx: AnyDb, notices: readonly AddressEvent[]) => Promise<void>
  /** Plans, in the caller's transaction, the mail of what a thief may have done, with a link that freezes the account. */
  warn: (tx: AnyDb, event: NotificationOf<'address.added'>, call: Call) => Promise<void>
}
