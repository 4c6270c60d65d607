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
/** After a mail that could not be handed over. */
const againMs = 5 * minuteMs

function invitation(lang: Lang, { name, href }: { name: string; href: string }): Written {
  const own = words.get(lang)
  if (own === undefined) throw new Error(`no letters in ${lang}`)
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
 * Says that an invited operator is to be mailed a link, and takes away the one before. Only that address receives the
 * secret in it: it is made when the mail is, and only its hash is kept.
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

/** Mails the links that are due. One that cannot be handed over is due again in five minutes, with another secret. */
export async function mailSetUpLinks(deps: Pick<SignInDeps, 'db' | 'clock' | 'log' | 'mail' | 'consoleAddress'>) {
  const failed = new Set<string>()
  while (await mailNext(deps, failed)) continue
  if (failed.size > 0)
    await deps.db
      .updateTable('operators.operators')
      .set({ link_due_at: dateOf(deps.clock.now() + againMs) })
      .where('id', 'in', [...failed])
      .where('link_due_at', 'is not', null)
      .execute()
}

async function mailNext(
  { db, clock, log, mail, consoleAddress }: Parameters<typeof mailSetUpLinks>[0],
  failed: Set<string>,
): Promise<boolean> {
  const at = clock.now()
  const secret = newSetupSecret()
  let trying: string | undefined
  try {
    // In one transaction with the mail: what was not handed over leaves no secret behind that counts.
    return await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: string; name: string; email: string; lang: string | null }>`
        select id, name, email, lang from operators.operators
        where link_due_at <= ${dateOf(at)} and id <> all (${[...failed]}::uuid[])
        order by link_due_at limit 1 for update skip locked`.execute(tx)
      const [due] = rows
      if (due === undefined) return false
      trying = due.id
      await tx
        .updateTable('operators.operators')
        .set({ setup_hash: hashOfSetup(secret), setup_ends_at: dateOf(at + setupMs), link_due_at: null })
        .where('id', '=', due.id)
        .execute()
      const href = `${consoleAddress}/setup#${secret}`
      await mail.send({ to: due.email, ...invitation(langOf(due.lang ?? ''), { name: due.name, href }) })
      return true
    })
  } catch (cause) {
    if (trying === undefined) throw cause
    failed.add(trying)
    log.error({ operator: trying, cause: String(cause) }, 'a link for a set-up could not be mailed')
    return true
  }
}
