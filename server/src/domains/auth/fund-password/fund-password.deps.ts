import type { PasskeyCredential } from '@evenhand/protocol/passkey-shapes.ts'
import type { IdentificationStatus } from '@evenhand/protocol/states.ts'
import type { Passwords } from '../../../kernel/crypto/passwords.ts'
import type { Call } from '../../../kernel/http/http.ts'
import type { AnyDb, OperatorDeps } from '../../../kernel/http/operator-call.ts'
import type { Refusal } from '../../../kernel/http/refusal.ts'
import type { Clock } from '../../../kernel/time/clock.ts'
import type { NotificationOf } from '../../notices/index.ts'
import type { Files } from '../../files/index.ts'
import type { AuthDb } from './fund-password.store.ts'

/** What was brought to confirm an operation. */
export type StepUpRequest = {
  otp?: string | undefined
  passkey?: PasskeyCredential | undefined
  code?: string | undefined
}

export type FundPasswordEvent = NotificationOf<'fundpwd.changed' | 'fundpwd.answered'>

export type FundPasswordDeps = {
  db: AuthDb
  clock: Clock
  passwords: Passwords
  /** 32 secret bytes that are not in the database: what fund passwords are hashed under. */
  fundPepper: Uint8Array
  /** Refuses unless the request brings the second factor, or the code that was mailed for this very content. */
  requireStepUp: (
    options: StepUpRequest & { customerId: string; scene: 'fundpwd'; boundTo: string; both?: true },
    call: Call,
  ) => Promise<void>
  /** When password, second factor or e-mail were last changed, epoch ms; undefined for never. */
  securityChangedAt: (customerId: string) => Promise<number | undefined>
  files: Pick<Files, 'mustOwn' | 'erase'>
  /** Where identification stands, and the form it stands on. */
  identityOf: (customerId: string) => Promise<{ status: IdentificationStatus; verified: boolean; formId?: string }>
  /** Which of some pictures an identification shows too, and keeps for as long as the law requires. */
  picturesOfIdentifications: (
    pictures: readonly { customerId: string; fileId: string }[],
  ) => Promise<ReadonlySet<string>>
  /** By what an operation that needs a verified identity is refused; undefined where it is verified. */
  identityRefusal: (customerId: string) => Promise<Refusal | undefined>
  /** YYYY-MM-DD where it is known. */
  birthDateOf: (customerId: string) => Promise<string | undefined>
  enqueueNotices: (tx: AnyDb, notices: readonly FundPasswordEvent[]) => Promise<void>
  /** Plans, in the caller's transaction, the mail of what a thief may have done, with a link that freezes the account. */
  warn: (tx: AnyDb, event: NotificationOf<'fundpwd.changed'>, call: Call) => Promise<void>
}

/** What operators' part of a lost fund password needs. */
export type FundResetConsoleDeps = {
  /** As the role `console`. */
  db: AuthDb
  clock: Clock
  operators: OperatorDeps
  usernamesOf: (customerIds: readonly string[]) => Promise<ReadonlyMap<string, string>>
  files: Pick<Files, 'open' | 'hasOpened'>
  accountOf: (customerId: string) => Promise<bigint | undefined>
  enqueueNotices: FundPasswordDeps['enqueueNotices']
}
