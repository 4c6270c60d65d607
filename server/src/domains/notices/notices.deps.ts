import type { Lang } from '@evenhand/protocol/languages.ts'
import type { PgListener, PgListenerParams } from '../../kernel/db/pg-listener.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import type { Limits } from '../../kernel/http/rate-limits.ts'
import type { Log } from '../../kernel/log.ts'
import type { Mail } from '../../kernel/mail/mail.ts'
import type { OutboxDb } from '../../kernel/outbox/outbox.store.ts'
import type { PushService } from '../../kernel/push/service.ts'
import type { Priced } from './alerts.ts'
import type { NoticesDb } from './notices.store.ts'
import type { NotificationCatalogue } from './notification-catalogue.ts'

/** To whom mails of an account go, and whether it is closed; `phrase` is the line with the customer's phrase, translated. */
export type Recipient = { accountId: bigint; email: string; lang: Lang; phrase: string | undefined; hasLeft?: boolean }

export type NoticesParams = {
  db: NoticesDb
  outboxDb: OutboxDb
  clock: Clock
  log: Log
  limits: Limits
  mail: Mail
  push: PushService
  recipients: (accountIds: readonly bigint[]) => Promise<readonly Recipient[]>
  /** Where an instrument stands; undefined where there is none of that code. */
  priced: (code: string) => Priced | undefined
  /** The newest second was recorded. */
  onTicks: (listener: () => void) => void
  /** Listens to what other processes announce; left out where there is one process. */
  listen?: (params: Pick<PgListenerParams, 'channel' | 'onMessage' | 'onGap'>) => PgListener
}

/** What the parts of notices are given. */
export type NoticesDeps = NoticesParams & { catalogue: NotificationCatalogue }
