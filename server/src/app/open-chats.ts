import { langOf } from '@evenhand/protocol/languages.ts'
import type { DomainsParams } from './compose.ts'
import type { Accounts } from '../domains/accounts/index.ts'
import { phraseReader } from '../domains/auth/index.ts'
import { createChats, type Chats, type ChatsModuleDeps } from '../domains/chats/index.ts'
import type { Files } from '../domains/files/index.ts'
import { listAgents, operatorNames } from '../domains/operators/index.ts'
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

/** What the console's part needs of others: names, who may be given a conversation, and the product's own addresses. */
export function chatsConsoleDeps(
  { config, pools }: DomainsParams,
  { accounts, files }: Pick<Params, 'accounts' | 'files'>,
): Pick<ChatsModuleDeps, 'accounts' | 'files' | 'operatorNames' | 'agents' | 'ownHosts'> {
  const operators = owned<'operators'>(pools.console)
  return {
    accounts,
    files,
    operatorNames: (ids) => operatorNames(operators, ids),
    agents: () => listAgents(operators),
    ownHosts: config.publicUrl === undefined ? [] : [new URL(config.publicUrl).hostname],
  }
}
