import { langOf } from '@evenhand/protocol/languages.ts'
import type { DomainsParams } from './compose.ts'
import type { Accounts } from '../domains/accounts/index.ts'
import { phraseReader } from '../domains/auth/index.ts'
import { createChats, type Chats } from '../domains/chats/index.ts'
import type { Files } from '../domains/files/index.ts'
import type { Notices } from '../domains/notices/index.ts'
import { owned } from '../kernel/db/db.ts'
import { openPgListener } from '../kernel/db/pg-listener.ts'
import type { Mail } from '../kernel/mail/mail.ts'

type Params = { accounts: Accounts; files: Files; mail: Mail; notices: Pick<Notices, 'enqueueNotices'> }

/** Customer service, given what it needs of the domains before it. */
export function openChats(params: DomainsParams, { accounts, files, mail, notices }: Params): Chats {
  const { pools, clock, log, bus, limits, url } = params
  const phraseOf = phraseReader(owned<'auth'>(pools.api))
  return createChats({
    db: owned<'chats'>(pools.api),
    outboxDb: owned<'outbox'>(pools.api),
    clock,
    log,
    bus,
    limits,
    mail,
    accounts,
    files,
    phraseOf: (customerId, lang) => phraseOf(customerId, langOf(lang)),
    enqueueNotices: notices.enqueueNotices,
    listen: (on) => openPgListener({ url, role: 'api', clock, log, ...on }),
  })
}
