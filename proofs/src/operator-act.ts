import { canonicalList } from './canonical.ts'
import type { Crypto, Hex } from './crypto.ts'

/** An operator's act as it is recorded. `at` in epoch milliseconds; `before` and `after` are JSON as it was written. */
export type AuditEntry = {
  readonly seq: number
  readonly at: number
  /** Null: the command on the machine itself. */
  readonly operatorId: string | null
  readonly operator: string
  readonly roles: readonly string[]
  readonly act: string
  readonly subject: string
  readonly customerId: string | null
  readonly reason: string
  readonly before: string | null
  readonly after: string | null
}

/** The payload of an act's record in the log: SHA-256 of its fields in their order. */
export const actPayload = (act: AuditEntry, crypto: Pick<Crypto, 'sha256'>): Hex =>
  crypto.sha256(
    canonicalList([
      'evenhand.act.1',
      act.seq,
      act.at,
      act.operatorId,
      act.operator,
      act.roles,
      act.act,
      act.subject,
      act.customerId,
      act.reason,
      act.before,
      act.after,
    ]),
  )
