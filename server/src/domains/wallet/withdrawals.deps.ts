import type { PasskeyAnswer } from '@evenhand/protocol/passkey-shapes.ts'
import type { IdentificationStatus } from '@evenhand/protocol/states.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/db.ts'
import type { Call } from '../../kernel/http.ts'
import type { Limits } from '../../kernel/limits.ts'
import type { Log } from '../../kernel/log.ts'
import type { AnyDb } from '../../kernel/operator-call.ts'
import type { Passwords } from '../../kernel/passwords.ts'
import type { Files } from '../files/index.ts'
import type { Ledger } from '../ledger/index.ts'

/** What was brought to confirm an act, beside the fund password. */
export type ConfirmAsk = {
  otp?: string | undefined
  passkey?: PasskeyAnswer | undefined
  code?: string | undefined
}

/** Something a customer is told of; `ref` names it, so that it is told once. */
export type WalletEvent = {
  accountId: bigint
  template:
    | 'fundpwd.changed'
    | 'fundpwd.answered'
    | 'address.added'
    | 'address.active'
    | 'withdrawal.requested'
    | 'withdrawal.approved'
    | 'withdrawal.broadcast'
    | 'withdrawal.completed'
    | 'withdrawal.rejected'
    | 'withdrawal.failed'
    | 'withdrawal.cancelled'
    | 'withdrawal.overdue'
  params: Readonly<Record<string, string | number>>
  ref: string
}

/** USDT in smallest units for a whole BTC and a whole ETH; null where no price is younger than 60 s. */
export type UsdtPrices = readonly [btc: bigint | null, eth: bigint | null]

export type WithdrawalsDeps = {
  db: Db<'wallet'>
  ledger: Pick<Ledger, 'balances' | 'findKey'>
  clock: Clock
  log: Log
  limits: Limits
  passwords: Passwords
  /** 32 secret bytes that are not in the database: what fund passwords are hashed under. */
  fundPepper: Uint8Array
  /** Refuses unless the ask brings the second factor, or the code that was mailed for this very content. */
  mustConfirm: (
    of: ConfirmAsk & { customerId: string; scene: 'withdraw' | 'address' | 'fundpwd'; boundTo: string; both?: true },
    call: Call,
  ) => Promise<void>
  /** Refuses 40036 unless the session has a recent proof. */
  mustBeProvedLately: (proof: true, call: Call) => Promise<void>
  /** When password, second factor or e-mail were last changed, epoch ms; undefined for never. */
  securityChangedAt: (customerId: string) => Promise<number | undefined>
  usdtPrices: () => UsdtPrices
  files: Pick<Files, 'mustOwn' | 'erase'>
  /** Where identification stands, and the form it stands on. */
  identityOf: (customerId: string) => Promise<{ status: IdentificationStatus; verified: boolean; formId?: string }>
  /** YYYY-MM-DD where it is known. */
  birthDateOf: (customerId: string) => Promise<string | undefined>
  /** Whether identity is verified, and the account in the ledger. */
  tiersOf: (customerIds: readonly string[]) => Promise<ReadonlyMap<string, 'BASIC' | 'VERIFIED'>>
  accountOf: (customerId: string) => Promise<bigint | undefined>
  tell: (events: readonly WalletEvent[]) => void
  /** The same in the caller's transaction: told once that has committed, whoever dies meanwhile. */
  tellWith: (tx: AnyDb, events: readonly WalletEvent[]) => Promise<void>
  /** Mails the caller, after the answer, what somebody else may have done, with a link that freezes the account. */
  warn: (event: WalletEvent, call: Call) => void
  /** A balance of the real account moved. */
  moved: (of: { accountId: bigint }) => void
}
