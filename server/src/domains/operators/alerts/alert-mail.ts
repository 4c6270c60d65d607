import { readFileSync } from 'node:fs'
import { languages, type Lang } from '@evenhand/protocol/languages.ts'
import type { AlertKind } from '@evenhand/protocol/operator-dashboard.ts'
import { composeMail, type Written } from '../../../kernel/mail/compose-mail.ts'
import { mailTime } from '../../../kernel/mail/mail-time.ts'
import type { Delivery } from './alerts.store.ts'

type Template = {
  opened: string
  closed: string
  since: string
  link: string
  kind: Record<AlertKind, string>
  subject: Readonly<Record<string, string>>
}
const templates = new Map<Lang, Template>(
  languages.map(({ value }) => [
    value,
    JSON.parse(readFileSync(new URL(`./mail-templates/${value}.json`, import.meta.url), 'utf8')) as Template,
  ]),
)

/** The mail of an alert that opened or is over, in the language of the recipients. */
export function alertMail(
  { lang, consoleAddress }: { lang: Lang; consoleAddress: string },
  { event, kind, subject, count, at }: Delivery,
): Written {
  const template = templates.get(lang)
  const { tag } = languages.find(({ value }) => value === lang) ?? languages[0]
  if (template === undefined) throw new Error(`no mail template in ${lang}`)
  const named = Object.hasOwn(template.subject, subject) ? (template.subject[subject] ?? subject) : subject
  const line = template.kind[kind]
    .replace('{subject}', lang === 'ar' ? `\u2068${named}\u2069` : named)
    .replace('{count}', String(count))
  return composeMail({
    lang,
    subject: (event === 'OPENED' ? template.opened : template.closed).replace('{line}', line),
    paragraphs: [
      { text: line },
      { text: template.since.replace('{time}', mailTime(at.getTime(), tag)) },
      { text: template.link, href: consoleAddress },
    ],
  })
}
