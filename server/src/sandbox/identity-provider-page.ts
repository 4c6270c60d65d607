import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { languages, type Lang } from '@evenhand/protocol/languages.ts'
import type { SocialProvider } from '@evenhand/protocol/social.ts'
import { escapeHtml } from '../kernel/mail/mailbox-page.ts'

type Words = Readonly<Record<'title' | 'notice' | 'people' | 'known' | 'relay' | 'other' | 'verified' | 'go' | 'cancel' | 'malformed', string>> // prettier-ignore

const words = JSON.parse(readFileSync(new URL('./identity-provider-words.json', import.meta.url), 'utf8')) as Readonly<
  Record<Lang, Words>
>

const names: Readonly<Record<SocialProvider, string>> = { google: 'Google', apple: 'Apple' }

type Person = { name: string; email: string; mark?: 'known' | 'relay' }
const amy: Person = { name: 'Amy', email: 'amy@sandbox.evenhand.example', mark: 'known' }
const people: Readonly<Record<SocialProvider, readonly Person[]>> = {
  google: [
    { name: 'Clara Meyer', email: 'clara.meyer@people.evenhand.example' },
    { name: '陈薇', email: 'chen.wei@people.evenhand.example' },
    amy,
  ],
  apple: [
    { name: 'Clara Meyer', email: 'k7p2x9d4@relay.people.evenhand.example', mark: 'relay' },
    { name: 'Mateo Ruiz', email: 'mateo.ruiz@people.evenhand.example' },
    amy,
  ],
}

const style = `:root{color-scheme:light dark;--bg:#f4f6fa;--card:#fff;--line:#d5dce8;--fg:#0c1526;--fg2:#445067;--mark:#8a5200;--markbg:#fff3dc}
@media(prefers-color-scheme:dark){:root{--bg:#0a0f1a;--card:#111827;--line:#2b3852;--fg:#e9eff9;--fg2:#aebad0;--mark:#ffcf82;--markbg:#33240a}}
*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--fg);font:16px/1.5 system-ui,sans-serif}
main{max-width:460px;margin:0 auto;padding:24px 16px 48px}h1{font-size:22px;margin:0 0 12px}h2{font-size:15px;margin:24px 0 8px;color:var(--fg2)}
.notice{margin:0;padding:12px 16px;border:2px dashed var(--mark);border-radius:12px;color:var(--mark);background:var(--markbg)}
button,input[type=email]{font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:12px;padding:10px 14px;min-height:48px;width:100%;text-align:start;margin:0 0 8px}
button{cursor:pointer}button:focus-visible,input:focus-visible{outline:2px solid #3b6ff0;outline-offset:2px}small{display:block;color:var(--fg2);overflow-wrap:anywhere}
label{display:block;margin:0 0 8px}.go,.no{text-align:center}.go{font-weight:600}.bad{color:#b3261e;margin:0 0 8px}
@media(prefers-color-scheme:dark){.bad{color:#ffb4ab}}`

const policy = (script: string | undefined): string =>
  `default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'${script === undefined ? '' : `; script-src 'sha256-${hash('sha256', script, 'base64')}'`}`

const html = (body: string, { lang, title, script, status = 200 }: HtmlParams): Response => {
  const { tag, dir } = languages.find(({ value }) => value === lang) ?? languages[0]
  return new Response(
    `<!doctype html>
<html lang="${tag}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main>${body}</main>${script === undefined ? '' : `<script>${script}</script>`}</body></html>
`,
    {
      status,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': policy(script),
      },
    },
  )
}
type HtmlParams = { lang: Lang; title: string; script?: string; status?: number }

const hidden = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('')

type Choosing = {
  provider: SocialProvider
  lang: Lang
  /** What was requested; every form carries it. */
  requested: Readonly<Record<string, string>>
  /** An address that was typed and is none. */
  malformed?: string
}

/** The page on which a person chooses whom this provider vouches for. It shows whose place it takes, and that it is not that provider. */
export function choicePage({ provider, lang, requested, malformed }: Choosing): Response {
  const own = words[lang]
  const title = `${own.title} · ${names[provider]}`
  const rows = people[provider].map(({ name, email, mark }) => {
    const note = mark === undefined ? '' : ` · ${escapeHtml(own[mark])}`
    return `<button name="email" value="${email}">${escapeHtml(name)}${note}<small><bdi dir="ltr">${email}</bdi></small></button>`
  })
  const complaint = malformed === undefined ? '' : `<p class="bad" role="alert">${escapeHtml(own.malformed)}</p>`
  const body = `<h1>${escapeHtml(title)}</h1><p class="notice">${escapeHtml(own.notice.replaceAll('{name}', names[provider]))}</p>
<h2>${escapeHtml(own.people)}</h2><form method="post">${hidden({ ...requested, verified: 'on' })}${rows.join('')}</form>
<h2>${escapeHtml(own.other)}</h2><form method="post">${hidden(requested)}${complaint}<input type="email" name="email" required maxlength="254" autocomplete="email" dir="ltr" aria-label="${escapeHtml(own.other)}" value="${escapeHtml(malformed ?? '')}">
<label><input type="checkbox" name="verified" checked> ${escapeHtml(own.verified)}</label><button class="go">${escapeHtml(own.go)}</button></form>
<form method="post">${hidden({ ...requested, cancel: 'yes' })}<button class="no">${escapeHtml(own.cancel)}</button></form>`
  return html(body, { lang, title, status: malformed === undefined ? 200 : 422 })
}

type Posting = { provider: SocialProvider; lang: Lang; to: string; fields: Readonly<Record<string, string>> }

/** A page that posts the response as a form by itself, as Apple does; with a button where script is off. */
export function postingPage({ provider, lang, to, fields }: Posting): Response {
  const own = words[lang]
  const body = `<form method="post" action="${escapeHtml(to)}">${hidden(fields)}<button class="go">${escapeHtml(own.go)}</button></form>`
  return html(body, { lang, title: `${own.title} · ${names[provider]}`, script: 'document.forms[0].submit()' })
}
