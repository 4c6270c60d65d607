import { join } from 'node:path'
import { langOf } from '@evenhand/protocol/languages.ts'
import type { DomainsParams } from './compose.ts'
import { customerReader } from '../domains/accounts/index.ts'
import { phraseReader } from '../domains/auth/index.ts'
import type { Markets } from '../domains/markets/index.ts'
import { createNotices, type Notices } from '../domains/notices/index.ts'
import { openPgListener } from '../kernel/db/pg-listener.ts'
import { owned } from '../kernel/db/db.ts'
import type { Mail } from '../kernel/mail/mail.ts'
import { createPushService } from '../kernel/push/service.ts'
import { openSecret } from '../kernel/crypto/secret.ts'

type NoticesParams = { markets: Markets; mail: Mail }

/** Notices to customers: in the app, by mail, and about prices for which they set an alert. */
export function openNotices(
  { config, url, pools, clock, log, limits }: DomainsParams,
  { mail, markets }: NoticesParams,
): Notices {
  const customers = customerReader(owned<'accounts'>(pools.api))
  const phraseOf = phraseReader(owned<'auth'>(pools.api))
  return createNotices({
    db: owned<'notices'>(pools.api),
    outboxDb: owned<'outbox'>(pools.api),
    clock,
    log,
    limits,
    mail,
    push: createPushService({
      secret: openSecret(join(config.dataDir, 'keys', 'push.key')),
      subject: config.publicUrl ?? `mailto:${/[^\s<>]+@[^\s<>]+/.exec(config.mailFrom)?.[0] ?? config.mailFrom}`,
      testOrigin: config.pushTestOrigin,
    }),
    async recipients(accountIds) {
      const found = await customers.findByAccountIds(accountIds)
      return Promise.all(
        found.map(async ({ id, accountId, email, lang: chosen, status }) => {
          const lang = langOf(chosen)
          return { accountId, email, lang, phrase: await phraseOf(id, lang), hasLeft: status === 'CLOSED' }
        }),
      )
    },
    priced(code) {
      const instrument = markets.instrument(code)
      if (instrument === undefined) return undefined
      const price = markets.latest(code)?.price
      const change = markets.dayChange(code) ?? 0n
      const { precision, displayPrecision } = instrument
      return { precision, displayPrecision, quoted: price === undefined ? undefined : { price, change } }
    },
    onTicks: markets.onTicks,
    listen: (onMessage) => openPgListener({ url, role: 'api', clock, log, ...onMessage }),
  })
}
