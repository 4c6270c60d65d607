import { langOf } from '@evenhand/protocol/languages.ts'
import type { SocialProvider } from '@evenhand/protocol/social.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import type { Call } from '../../kernel/http/http.ts'
import { invariant } from '../../kernel/http/refusal.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { mailErrorCode } from '../../kernel/mail/mail.ts'
import { enqueueDeliveries } from '../../kernel/outbox/deliveries.store.ts'
import { createDeliveryQueue, type DeliveryQueue } from '../../kernel/outbox/delivery-queue.ts'
import type { Customer } from '../accounts/index.ts'
import { composeAccountMail, type AccountMail, type MailFacts } from './account-mails.ts'
import type { AuthParams } from './index.ts'
import type { FreezeLink, OtherWays } from './mail-templates.ts'
import { findPhrase } from './phrases.store.ts'
import { freezeLinkHours, keepLink } from './freezes.store.ts'
import { newSecret } from './sessions.ts'
import { providerNames } from './social/linked-mail.ts'

const kind = 'auth.mail'

/** A mail as it waits: to the address that was the account's when it happened, since a thief would change that next. */
type Payload = Pick<AccountMail, 'params'> & {
  customerId: string
  to: string
  lang: string
  /** Epoch ms. */
  at: number
  /** Where the call came to; only where the installation has no public address. */
  origin?: string
}

export type Mailed = {
  customer: Pick<Customer, 'id' | 'accountId' | 'email' | 'lang'>
  mail: AccountMail
  /** The call that did it; a mail that links to nothing needs none. */
  call?: Call
}

/** Plans a mail to a customer in the transaction of its cause. */
export async function enqueueAccountMail(
  { clock, publicUrl }: Pick<AuthParams, 'clock' | 'publicUrl'>,
  tx: Db<'auth'>,
  { customer, mail, call }: Mailed,
): Promise<void> {
  const at = clock.now()
  const { id: customerId, accountId, email: to, lang } = customer
  const origin = publicUrl === undefined ? call?.requester.origin : undefined
  const payload: Payload = {
    customerId,
    to,
    lang,
    at,
    params: mail.params,
    ...(origin === undefined ? {} : { origin }),
  }
  await enqueueDeliveries(tx as never, [
    { id: uuidV7(at), kind, accountId, template: mail.template, payload, dueAt: at },
  ])
}

/** A link that freezes one account for six hours after one click on the page it opens: opening it changes nothing. */
async function newFreezeLink(
  { db, clock, publicUrl }: AuthParams,
  { customerId, origin }: Payload,
): Promise<FreezeLink> {
  const token = newSecret()
  await keepLink(db, { token, customerId, now: clock.now() })
  // Our address as a caller sends it must reach no customer's mail; a live installation has its own.
  const base = publicUrl ?? origin
  invariant(base, 'a mail with a link has an address to link to')
  return { href: `${base}/pass/freeze?token=${token}`, hours: freezeLinkHours }
}

/** What signs in to a customer's account besides the password: who vouches for it by name, and whether a passkey does. */
async function findOtherWays(db: Db<'auth'>, customerId: string): Promise<OtherWays> {
  const { rows } = await sql<{ provider: SocialProvider }>`
    select distinct provider from auth.identities where customer_id = ${customerId} order by provider desc`.execute(db)
  const passkey = await db
    .selectFrom('auth.passkeys')
    .select('id')
    .where('customer_id', '=', customerId)
    .limit(1)
    .execute()
  return { providers: rows.map(({ provider }) => providerNames[provider]), passkeys: passkey.length > 0 }
}

/** Sends the mails of accounts; secrets in them, such as links, are made at each attempt and kept as hashes alone. */
export function createAccountMailQueue(params: AuthParams): DeliveryQueue {
  const { db, mail, outboxDb, clock, log } = params
  return createDeliveryQueue<Payload>(
    { db: outboxDb, clock, log },
    {
      kind,
      concurrency: 4,
      async send({ id, accountId, template, payload }) {
        const facts: MailFacts = {
          at: payload.at,
          link: () => newFreezeLink(params, payload),
          otherWays: () => findOtherWays(db, payload.customerId),
        }
        const draft = await composeAccountMail({ template, params: payload.params } as AccountMail, facts)
        const phrase = await findPhrase(db, payload.customerId)
        const written = draft(langOf(payload.lang), phrase, await params.zoneOf?.(accountId))
        try {
          await mail.send({ to: payload.to, ...written, id })
          return 'done'
        } catch (cause) {
          return { error: mailErrorCode(cause) }
        }
      },
    },
  )
}
