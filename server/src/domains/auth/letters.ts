import { readFileSync } from 'node:fs'
import { languages, type Lang } from '@evenhand/protocol/languages.ts'
import type { Letter } from '../../kernel/mail.ts'

type Words = {
  code: { subject: string; lead: string; life: string; warning: string }
  welcome: { subject: string; lead: string; virtual: string; receipts: string }
  footer: string
}

const words = new Map<Lang, Words>(
  languages.map(({ value }) => [
    value,
    JSON.parse(readFileSync(new URL(`./letters/${value}.json`, import.meta.url), 'utf8')) as Words,
  ]),
)

const wordsOf = (lang: Lang): Words => {
  const found = words.get(lang)
  if (found === undefined) throw new Error(`no letters in ${lang}`)
  return found
}

export type Written = Omit<Letter, 'to'>
type Paragraph = { text: string; big?: boolean }

/** The mail that carries a code. The subject does not hold it: subjects show on locked screens. */
export function codeLetter(lang: Lang, { code, minutes }: { code: string; minutes: number }): Written {
  const { code: own, footer } = wordsOf(lang)
  const life = fill(own.life, { minutes: String(minutes) })
  return write(lang, own.subject, [
    { text: own.lead },
    { text: code, big: true },
    { text: life },
    { text: own.warning },
    { text: footer },
  ])
}

/** The mail after an account was opened. */
export function welcomeLetter(lang: Lang, { username }: { username: string }): Written {
  const { welcome: own, footer } = wordsOf(lang)
  return write(lang, own.subject, [
    { text: fill(own.lead, { username }) },
    { text: own.virtual },
    { text: own.receipts },
    { text: footer },
  ])
}

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string): string => text.replace(/[&<>"]/g, (mark) => entities[mark] ?? mark)

function write(lang: Lang, subject: string, paragraphs: readonly Paragraph[]): Written {
  const { tag, dir } = languages.find((language) => language.value === lang) ?? languages[0]
  const small = 'margin:0 0 16px;font-size:15px;line-height:1.6'
  const big = 'margin:0 0 16px;font-size:32px;line-height:1.3;font-weight:700;letter-spacing:6px'
  const body = paragraphs
    .map(({ text, big: isBig }) =>
      isBig === true
        ? `<p dir="ltr" style="${big};text-align:${dir === 'rtl' ? 'right' : 'left'}">${escape(text)}</p>`
        : `<p style="${small}">${escape(text)}</p>`,
    )
    .join('\n')
  const html = `<!doctype html>
<html lang="${tag}" dir="${dir}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escape(subject)}</title></head>
<body style="margin:0;padding:24px;font-family:system-ui,-apple-system,'Segoe UI',sans-serif"><div style="max-width:480px;margin:0 auto">
<p style="margin:0 0 24px;font-size:18px;font-weight:700">Evenhand</p>
${body}
</div></body></html>
`
  return { subject, text: `${paragraphs.map(({ text }) => text).join('\n\n')}\n`, html }
}
