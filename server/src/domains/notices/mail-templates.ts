import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { languages, type Lang } from '@evenhand/protocol/languages.ts'
import { noticeKeys, noticeValues, type NoticeStyle } from '@evenhand/protocol/notice-words.ts'
import { composeMail, type Written } from '../../kernel/mail/compose-mail.ts'
import { mailTime } from '../../kernel/mail/mail-time.ts'
import { icuText } from '../../kernel/mail/icu-text.ts'
import type { NotificationParams as Params, NotificationSpec } from '../../kernel/module/notification.ts'
import { startOfUtcDay } from '../../kernel/time/clock.ts'
import type { Recipient } from './notices.deps.ts'

/** The texts of mails alone; the texts of notices in the app and by mail are in the protocol's `texts`. */
type MailWords = {
  subject: Record<string, string>
  account: Record<string, string>
  complaint: Record<string, string>
  chosen: string
  footer: string
}
type Tree = { readonly [key: string]: string | Tree }
type Words = { readonly tag: string; readonly isRtl: boolean; readonly mail: MailWords; readonly notice: Tree }

const { resolve } = createRequire(import.meta.url)
const readJson = (path: string | URL): unknown => JSON.parse(readFileSync(path, 'utf8'))

const words = new Map<Lang, Words>(
  languages.map(({ value, tag, dir }) => [
    value,
    {
      tag,
      isRtl: dir === 'rtl',
      mail: readJson(new URL(`./mail-templates/${value}.json`, import.meta.url)) as MailWords,
      notice: readJson(resolve(`@evenhand/protocol/texts/${value}/notice.json`)) as Tree,
    },
  ]),
)

/** How a mail writes values: times in its reader's zone where it is known, else in UTC; addresses whole. */
function styleOf({ tag, isRtl }: Words, zone: string | undefined): NoticeStyle {
  const name = (text: string): string => (isRtl ? `\u2068${text}\u2069` : text)
  return {
    tag,
    time: (ms) => mailTime(ms, tag, zone),
    day: (day) => new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' }).format(startOfUtcDay(day)),
    figure: (text) => (isRtl ? `\u2066${text}\u2069` : text),
    name,
    number: name,
    long: (text) => text.replace('…', '\u2060…\u2060'),
  }
}

/** The text at the first of some dotted keys that leads to one. */
function textAt(tree: Tree, keys: readonly string[]): string {
  for (const key of keys) {
    const found = key.split('.').reduce<string | Tree | undefined>((at, part) => (at as Tree | undefined)?.[part], tree)
    if (typeof found === 'string') return found
  }
  throw new Error(`no text at ${keys.join(', ')}`)
}

/**
 * The text of a notice in a language. A mail adds the account of an order, and what a person wrote where the text does not
 * state it; where its subject,
 * which shows on a locked screen, is another than the title, the title begins the mail.
 */
export function noticeWords(
  { template, params }: { template: string; params: Params },
  { lang, zone }: { lang: Lang; zone?: string | undefined },
): { subject: string; lines: string[] } {
  const own = words.get(lang)
  if (own === undefined) throw new Error(`no mails in ${lang}`)
  const keys = noticeKeys(template, params)
  const values = noticeValues(params, styleOf(own, zone))
  const filled = (text: string): string => icuText(text, own.tag, values)
  const title = filled(textAt(own.notice, keys.title))
  const subject = own.mail.subject[template]
  // The number of a complaint and the ways that are left have to stand in the mail itself.
  const text = own.mail.complaint[template] ?? textAt(own.notice, keys.text)
  const lines = [
    subject && title,
    filled(text),
    own.mail.account[params['mode'] ?? ''],
    text.includes('{line}') ? undefined : params['line'],
  ]
  return {
    subject: subject === undefined ? title : filled(subject),
    lines: lines.filter((line) => line !== undefined).map(String),
  }
}

/** The mail of a notice in its reader's language; undefined for one that another domain mails. */
export function noticeMail(
  notice: { template: string; params: Params; spec: NotificationSpec },
  { lang, phrase, zone }: Pick<Recipient, 'lang' | 'phrase'> & { zone?: string | undefined },
): Written | undefined {
  const own = words.get(lang)
  const { mail, mailedIf } = notice.spec
  if (own === undefined || mail === 'elsewhere') return undefined
  const { subject, lines } = noticeWords(notice, { lang, zone })
  const chosen = mail === 'chosen' && mailedIf?.(notice.params) !== true ? [own.mail.chosen] : []
  const stated = [...chosen, own.mail.footer].join('\n')
  const paragraphs = [...lines.map((text) => ({ text })), { text: stated, quiet: true }]
  return composeMail({ lang, subject, paragraphs, phrase })
}
