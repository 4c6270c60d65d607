import { readFileSync } from 'node:fs'
import { languages, type Lang } from '@evenhand/protocol/languages.ts'
import type { NoticeTemplate } from '@evenhand/protocol/notices.ts'
import { composeLetter, type Written } from '../../kernel/compose-letter.ts'
import type { Recipient } from './notices.deps.ts'
import { templates, type Params } from './templates.ts'

type Words = {
  result: { subject: string; lead: string; status: Record<string, string>; profit: string }
  void: { subject: string; lead: string; reason: Record<string, string> }
  account: Record<string, string>
  stake: string
  alert: { subject: string } & Record<string, string>
  chosen: string
  footer: string
}

const words = new Map<Lang, Words>(
  languages.map(({ value }) => [
    value,
    JSON.parse(readFileSync(new URL(`./letters/${value}.json`, import.meta.url), 'utf8')) as Words,
  ]),
)

type Draft = { subject: string; lines: (string | undefined)[] }
const drafts: Partial<Record<NoticeTemplate, (own: Words, params: Params) => Draft>> = {
  'option.result': ({ result, account, stake }, { mode = '' }) => ({
    subject: result.subject,
    lines: [result.lead, account[mode], stake, result.profit],
  }),
  'option.void': ({ void: own, account, stake }, { mode = '', reason = '' }) => ({
    subject: own.subject,
    lines: [own.lead, own.reason[reason], account[mode], stake],
  }),
  'alert.price': ({ alert }, { kind = '' }) => ({ subject: alert.subject, lines: [alert[kind]] }),
}

/** The mail of a notice in its reader's language; undefined for one that somebody else mails. */
export function noticeLetter(
  { template, params }: { template: NoticeTemplate; params: Params },
  { lang, phrase }: Pick<Recipient, 'lang' | 'phrase'>,
): Written | undefined {
  const own = words.get(lang)
  const draft = own && drafts[template]?.(own, params)
  if (own === undefined || draft === undefined) return undefined
  const status = own.result.status[params['status'] ?? ''] ?? ''
  const said = (text: string): string => fill(lang, text, { ...params, status })
  const lines = draft.lines.filter((line) => line !== undefined).map(said)
  const chosen = templates[template].mail === 'chosen' ? [own.chosen] : []
  return composeLetter({
    lang,
    subject: said(draft.subject),
    paragraphs: [...lines, ...chosen, own.footer].map((text) => ({ text })),
    phrase,
  })
}

/** Values keep their own direction in a text that is read from right to left. */
const fill = (lang: Lang, text: string, values: Params): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    if (value === undefined) return whole
    return lang === 'ar' ? `\u2068${value}\u2069` : String(value)
  })
