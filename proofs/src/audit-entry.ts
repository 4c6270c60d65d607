import { canonicalList } from './canonical.ts'
import type { Crypto, Hex } from './crypto.ts'

/** An entry of the audit log of operators. `at` in epoch milliseconds; `before` and `after` are JSON as it was written. */
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

/** The payload of the record in the log of an audit entry: SHA-256 of its fields in their order. */
export const auditEntryPayload = (entry: AuditEntry, crypto: Pick<Crypto, 'sha256'>): Hex =>
  crypto.sha256(
    canonicalList([
      'evenhand.act.1',
      entry.seq,
      entry.at,
      entry.operatorId,
      entry.operator,
      entry.roles,
      entry.act,
      entry.subject,
      entry.customerId,
      entry.reason,
      entry.before,
      entry.after,
    ]),
  )
