import type { Bus } from '../../kernel/bus/bus.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { PgListener, PgListenerParams } from '../../kernel/db/pg-listener.ts'
import type { AnyDb, OperatorDeps } from '../../kernel/http/operator-call.ts'
import type { Limits } from '../../kernel/http/rate-limits.ts'
import type { Log } from '../../kernel/log.ts'
import type { Mail } from '../../kernel/mail/mail.ts'
import type { OutboxDb } from '../../kernel/outbox/outbox.store.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Files } from '../files/index.ts'
import type { NotificationEvent } from '../notices/index.ts'

export type ChatsDb = Db<'chats'>

export type ChatsDeps = {
  /** As the role `api`. */
  db: ChatsDb
  outboxDb: OutboxDb
  clock: Clock
  log: Log
  bus: Bus
  limits: Limits
  mail: Mail
  accounts: Pick<Accounts, 'findMany' | 'readMany'>
  files: Pick<Files, 'beginSending' | 'keepSent' | 'mustOwnAttachment' | 'openAttachment' | 'erase' | 'uploads'>
  /** The customer's own anti-phishing phrase, for mails. */
  phraseOf: (customerId: string, lang: string) => Promise<string | undefined>
  /** Notifies the customer, if and when the transaction commits. */
  enqueueNotices: (tx: AnyDb, enqueued: readonly NotificationEvent[]) => Promise<void>
  /** Receives the messages that any process keeps. */
  listen: (on: Pick<PgListenerParams, 'channel' | 'onMessage' | 'onGap'>) => PgListener
}

export type ChatsConsoleDeps = Pick<ChatsDeps, 'clock' | 'accounts'> & {
  /** As the role `console`. */
  db: ChatsDb
  operators: OperatorDeps
  files: Pick<Files, 'openAttachment'>
  /** Names of operators by their ids. */
  operatorNames: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** Operators who may be given a conversation. */
  agents: () => Promise<readonly { id: string; name: string }[]>
  /** The address that a guest gave. */
  guestEmail: (guestId: string) => Promise<string | null>
  /** Whether the customer of a conversation writes now. */
  customerWrites: (id: string) => boolean
  /** Notifies the customer of a conversation that an agent writes. */
  agentWrites: (id: string) => void
  /** Hosts whose addresses agents may name. */
  ownHosts: readonly string[]
}
