import { readFileSync } from 'node:fs'
import { langOf, languages, type Lang } from '@evenhand/protocol/languages.ts'
import { composeMail, type Written } from '../../kernel/mail/compose-mail.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import type { OperatorsDb, SignInDeps } from './operators.deps.ts'
import { setupMs } from './operators.rules.ts'
import { hashOfSetup, newSetupSecret } from './set-up.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'

type Words = Record<'subject' | 'lead' | 'link' | 'life' | 'unexpected', string>
const words = new Map<Lang, Words>(
  languages.map(({ value }) => [
    value,
    JSON.parse(readFileSync(new URL(`./mail-templates/${value}.json`, import.meta.url), 'utf8')) as Words,
  ]),
)
/** After a mail that its server did not take. */
const againMs = 5 * minuteMs
/** A process that claimed a link has so long to mail it; another one mails it anew then. */
const leaseMs = 2 * minuteMs

function invitation(lang: Lang, { name, href }: { name: string; href: string }): Written {
  const own = words.get(lang)
  if (own === undefined) throw new Error(`no mails in ${lang}`)
  const lead = own.lead.replace('{name}', lang === 'ar' ? `\u2068${name}\u2069` : name)
  return composeMail({
    lang,
    subject: own.subject,
    paragraphs: [{ text: lead }, { text: own.link, href }, { text: own.life }, { text: own.unexpected }],
  })
}

/** Without `lang` in that of the link before. */
export type Invitation = { operatorId: string; email: string; lang?: string; at: number }

/**
 * Requests a link for an invited operator, and takes away the one before. Only that address receives the secret in it: it is
 * made when the mail is, and only its hash is kept.
 */
export async function requestLink(db: OperatorsDb, { operatorId, email, lang, at }: Invitation): Promise<void> {
  await db
    .updateTable('operators.operators')
    .set({
      email,
      ...(lang === undefined ? {} : { lang }),
      link_due_at: dateOf(at),
      setup_hash: null,
      setup_ends_at: null,
    })
    .where('id', '=', operatorId)
    .where('status', '=', 'INVITED')
    .execute()
}

type MailDeps = Pick<SignInDeps, 'db' | 'clock' | 'log' | 'mail' | 'consoleAddress'>
type DueLink = { id: string; name: string; email: string; lang: string | null; secret: string }

/** Mails the links that are due. One that cannot be mailed is due again in five minutes, with another secret. */
export async function mailSetUpLinks(deps: MailDeps): Promise<void> {
  for (let due = await claimLink(deps); due !== undefined; due = await claimLink(deps)) await mailLink(deps, due)
}

/**
 * Claims a link that is due: for the lease no other process mails it, and no transaction is open meanwhile. Its secret counts
 * from now on, so that it does as soon as the mail is there.
 */
async function claimLink({ db, clock }: MailDeps): Promise<DueLink | undefined> {
  const at = clock.now()
  const secret = newSetupSecret()
  const { rows } = await sql<Omit<DueLink, 'secret'>>`
    update operators.operators set setup_hash = ${hashOfSetup(secret)}, setup_ends_at = ${dateOf(at + setupMs)},
      link_due_at = ${dateOf(at + leaseMs)}
    where id = (select id from operators.operators where link_due_at <= ${dateOf(at)}
      order by link_due_at limit 1 for update skip locked)
    returning id, name, email, lang`.execute(db)
  return rows[0] && { ...rows[0], secret }
}

async function mailLink({ db, clock, log, mail, consoleAddress }: MailDeps, due: DueLink): Promise<void> {
  const { id, name, email, lang, secret } = due
  // Where another link was requested meanwhile, that one stays due.
  const settle = (values: { link_due_at: Date | null; setup_hash?: null; setup_ends_at?: null }) =>
    db
      .updateTable('operators.operators')
      .set(values)
      .where('id', '=', id)
      .where('setup_hash', '=', hashOfSetup(secret))
      .execute()
  try {
    await mail.send({
      to: email,
      ...invitation(langOf(lang ?? ''), { name, href: `${consoleAddress}/setup#${secret}` }),
    })
  } catch (cause) {
    log.error({ operator: id, cause: String(cause) }, 'a link for a set-up could not be mailed')
    await settle({ link_due_at: dateOf(clock.now() + againMs), setup_hash: null, setup_ends_at: null })
    return
  }
  await settle({ link_due_at: null })
}
