import { legalHoldKinds } from '@evenhand/protocol/legal-holds.ts'
import { msOf } from '../../kernel/time/clock.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import type { OperatorCall } from '../../kernel/http/operator-call.ts'
import { kindsOf } from './requests.ts'
import type { AnyKind } from './requests.store.ts'

export type FoundRequest = {
  readonly kind: 'request' | 'legalHold'
  readonly about: AnyKind
  readonly id: string
  readonly customerId: string | null
  readonly status: string
  readonly at: number
}

/** What one operator requested from another, by its number, where the caller reads requests of its kind. */
export async function findRequest(
  db: Db<'operators'>,
  { id, call }: { id: string; call: OperatorCall },
): Promise<FoundRequest | undefined> {
  const { rows } = await sql<{ kind: AnyKind; customerId: string | null; status: string; at: Date }>`
    select kind, payload::jsonb ->> 'customerId' as "customerId", status, proposed_at as at
    from operators.change_requests where id = ${id}::uuid`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  const isHold = legalHoldKinds.some((kind) => kind === row.kind)
  if (!kindsOf(call.operator.roles).includes(row.kind)) return undefined
  return { ...row, about: row.kind, kind: isHold ? 'legalHold' : 'request', id, at: msOf(row.at) }
}
