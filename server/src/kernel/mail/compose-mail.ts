import { languages, type Lang } from '@evenhand/protocol/languages.ts'
import type { MailMessage } from './mail.ts'

export type Written = Omit<MailMessage, 'to'>
/**
 * `big` is for a code to copy, `quiet` for what every mail states; `href` makes the words a link, whose address the plain
 * text shows.
 */
export type Paragraph = {
  readonly text: string
  readonly big?: boolean
  readonly quiet?: boolean
  readonly href?: string
}
export type Composing = {
  readonly lang: Lang
  readonly subject: string
  readonly paragraphs: readonly Paragraph[]
  /** The customer's own anti-phishing phrase, which no other sender knows. */
  readonly phrase?: string | undefined
}

const entities: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
])
const escape = (text: string): string => text.replace(/[&<>"]/g, (mark) => entities.get(mark) ?? mark)

const plain = 'margin:0 0 16px;font-size:15px;line-height:1.6'
const quiet = 'margin:24px 0 0;font-size:13px;line-height:1.6;opacity:0.75'
const framed =
  'margin:0 0 16px;padding:8px 12px;border:1px solid #8a96ab;border-radius:8px;font-size:15px;line-height:1.6'
const big = 'margin:0 0 16px;font-size:32px;line-height:1.3;font-weight:700;letter-spacing:6px'
const button =
  'display:inline-block;padding:12px 20px;border-radius:10px;background:#1247d3;color:#ffffff;text-decoration:none;font-weight:700'

/** A list of mails, which shows on a locked screen as well, shows these words and then nothing: no code, no phrase. */
const preview = (text: string): string =>
  `<div style="display:none;max-height:0;overflow:hidden">${escape(text)}${'&#847;&nbsp;'.repeat(120)}</div>`

function paragraphHtml({ text, big: isBig, quiet: isQuiet, href }: Paragraph, dir: string): string {
  if (href !== undefined)
    return `<p style="${plain}"><a href="${escape(href)}" style="${button}">${escape(text)}</a></p>`
  if (isBig === true)
    return `<p dir="ltr" style="${big};text-align:${dir === 'rtl' ? 'right' : 'left'}">${escape(text)}</p>`
  return `<p style="${isQuiet === true ? quiet : plain}">${escape(text).replaceAll('\n', '<br>')}</p>`
}

/** A mail in plain text and in HTML of the same words, in the direction of its language. Nothing in it is fetched. */
export function composeMail({ lang, subject, paragraphs, phrase }: Composing): Written {
  const { tag, dir } = languages.find((language) => language.value === lang) ?? languages[0]
  const own = phrase === undefined ? '' : `<p style="${framed}"><bdi>${escape(phrase)}</bdi></p>\n`
  const html = `<!doctype html>
<html lang="${tag}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escape(subject)}</title></head>
<body style="margin:0;padding:24px;font-family:system-ui,-apple-system,'Segoe UI',sans-serif;overflow-wrap:anywhere">${preview(paragraphs[0]?.text ?? '')}<div style="max-width:480px;margin:0 auto">
<p style="margin:0 0 24px;font-size:18px;font-weight:700">Evenhand</p>
${own}${paragraphs.map((paragraph) => paragraphHtml(paragraph, dir)).join('\n')}
</div></body></html>
`
  const lines = paragraphs.map(({ text, href }) => (href === undefined ? text : `${text}\n${href}`))
  return { subject, text: `${[...(phrase === undefined ? [] : [phrase]), ...lines].join('\n\n')}\n`, html }
}
