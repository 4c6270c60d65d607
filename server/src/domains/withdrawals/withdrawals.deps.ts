import type { FundCoin, FundNetwork } from '@evenhand/protocol/funds.ts'
import type { PasskeyCredential } from '@evenhand/protocol/passkey-shapes.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import type { Call } from '../../kernel/http/http.ts'
import type { Limits } from '../../kernel/http/rate-limits.ts'
import type { NoticeTemplate } from '@evenhand/protocol/notice-params.ts'
import type { NotificationOf } from '../notices/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { WithdrawalsDb } from './withdrawals.store.ts'

/** What was brought to confirm an operation, beside the fund password. */
export type StepUpRequest = {
  otp?: string | undefined
  passkey?: PasskeyCredential | undefined
  code?: string | undefined
}

/** A step of a withdrawal that its customer is notified of. */
export type WithdrawalEvent = NotificationOf<
  Exclude<Extract<NoticeTemplate, `withdrawal.${string}`>, 'withdrawal.limit'>
>

/** An address of a customer's book. */
export type BookedAddress = {
  id: string
  customerId: string
  coin: FundCoin
  network: FundNetwork
  address: string
  memo: string | undefined
  activeAt: number
}

/** USDT in smallest units for a whole BTC and a whole ETH; null where no price is younger than 60 s. */
export type UsdtPrices = readonly [btc: bigint | null, eth: bigint | null]

export type WithdrawalsDeps = {
  db: WithdrawalsDb
  ledger: Pick<Ledger, 'withdrawable' | 'findKey'>
  clock: Clock
  limits: Limits
  addresses: {
    /** An address of the customer's book; undefined where there is none. */
    find: (options: { customerId: string; id: string }) => Promise<BookedAddress | undefined>
    /** From when on the address can be withdrawn to, epoch ms. */
    usableFrom: (address: BookedAddress) => Promise<number>
  }
  /** Refuses 40015 where no fund password is set, 40014 while it is locked, 40013 a wrong one. */
  mustKnowFundPassword: (call: Call, digits: string) => Promise<unknown>
  /** Refuses unless the request brings the second factor, or the code that was mailed for this very content. */
  requireStepUp: (
    options: StepUpRequest & { customerId: string; scene: 'withdraw'; boundTo: string },
    call: Call,
  ) => Promise<void>
  /** When what protects the account, the fund password included, was last changed; epoch ms. */
  protectionChangedAt: (customerId: string) => Promise<number | undefined>
  usdtPrices: () => UsdtPrices
  /** Whether identity is verified. */
  tiersOf: (customerIds: readonly string[]) => Promise<ReadonlyMap<string, 'BASIC' | 'VERIFIED'>>
  /** Refuses 10008 under a legal hold that the customer was notified of. One that he may not be notified of refuses nothing here. */
  mustNotBeHeld: (customerId: string) => Promise<void>
}
