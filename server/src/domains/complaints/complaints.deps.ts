import type { ComplaintKind } from '@evenhand/protocol/complaints.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { AnyDb, OperatorDeps } from '../../kernel/http/operator-call.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { NotificationEvent } from '../notices/index.ts'

export type ComplaintsDb = Db<'complaints'>

/** What a complaint is about: something of one customer's, and the number it has elsewhere. */
export type Subject = { id: string; no: string | null }
export type SubjectKind = Exclude<ComplaintKind, 'account' | 'other'>

export type ComplaintsDeps = {
  /** As the role `api`. */
  db: ComplaintsDb
  clock: Clock
  ledger: Pick<Ledger, 'findKey' | 'remember'>
  accounts: Pick<Accounts, 'hold' | 'findMany'>
  /** Finds it among what is the customer's own; without an id his last one, where a kind has one that counts. */
  subjectOf: (params: {
    kind: SubjectKind
    id: string | undefined
    customerId: string
    accountId: bigint
  }) => Promise<Subject | undefined>
  /** Notifies the customer, if and when the transaction commits. */
  enqueueNotices: (tx: AnyDb, enqueued: readonly NotificationEvent[]) => Promise<void>
  /** Notes a complaint in the customer's own conversation that it came up in; refuses 40039 another's. */
  noteInChat: (
    tx: AnyDb,
    params: { id: string; customerId: string; params: { no: string; id: string } },
  ) => Promise<void>
  /** False where RATE_LIMITS=off: complaints a day are not counted then. */
  limited: boolean
}

export type ComplaintsConsoleDeps = Pick<ComplaintsDeps, 'clock' | 'accounts' | 'enqueueNotices'> & {
  /** As the role `console`. */
  db: ComplaintsDb
  operators: OperatorDeps
  /** Names of operators by their ids. */
  operatorNames: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** Whether an operator decided something about a subject (`withdrawal:<id>`), according to the audit log. */
  hadPart: (params: { operatorId: string; subject: string }) => Promise<boolean>
}
