import type { FastifyInstance } from 'fastify'
import type { KeptMail, Mailbox } from './mailbox.ts'

/**
 * `GET /sandbox/mails?to=`: JSON `[{to, subject, text, html, at}]`, newest first, or a page when a browser opens it.
 * Mounted in a sandbox only; in a live installation the path does not exist.
 */
export function mountMailbox(app: FastifyInstance, mailbox: Mailbox): void {
  app.get('/sandbox/mails', (request, reply) => {
    const { to } = request.query as { to?: unknown }
    const messages = mailbox.list(typeof to === 'string' && to !== '' ? to : undefined)
    reply.header('cache-control', 'no-store')
    const wantsPage = /text\/html/.test(String(request.headers.accept ?? ''))
    if (!wantsPage) {
      const rows = messages.map((message) => ({
        to: message.to,
        subject: message.subject,
        text: message.text,
        html: message.html,
        at: message.at,
      }))
      return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(rows))
    }
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; form-action 'self'; base-uri 'none'",
      )
      .send(mailboxPage(messages))
  })
}

const entities: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])
/** Text as it may stand inside HTML, attributes included. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (mark) => entities.get(mark) ?? mark)

const style = `:root{color-scheme:light dark;--bg:#f4f6fa;--card:#fff;--line:#e2e8f1;--fg:#0c1526;--fg2:#445067;--accent:#1247d3}
@media(prefers-color-scheme:dark){:root{--bg:#0a0f1a;--card:#111827;--line:#222d42;--fg:#e9eff9;--fg2:#aebad0;--accent:#8fb0ff}}
body{margin:0;background:var(--bg);color:var(--fg);font:15px/1.5 system-ui,sans-serif}
main{max-width:640px;margin:0 auto;padding:24px 16px 48px}h1{font-size:24px;margin:0 0 4px}p{margin:0 0 16px;color:var(--fg2)}
a{color:var(--accent)}article{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:16px 20px;margin:0 0 12px}
h2{font-size:16px;margin:0}dl{margin:0 0 8px;color:var(--fg2);font-size:13px}dt,dd{display:inline;margin:0}dd::after{content:"";display:block}
pre{margin:0;white-space:pre-wrap;overflow-wrap:anywhere;font:15px/1.6 system-ui,sans-serif}pre b{font-size:28px;letter-spacing:4px}form{margin:0 0 20px;display:flex;gap:8px;flex-wrap:wrap}
input,button{font:inherit;color:inherit;background:var(--card);border:1px solid #8a96ab;border-radius:10px;padding:8px 12px;min-height:44px;box-sizing:border-box}
input{flex:1;min-width:200px}`

/** A code stands out, and a link of the mail can be followed, as in a mail program. */
const marked = (text: string): string =>
  escapeHtml(text)
    .replace(/^[0-9]{6}$/m, '<b>$&</b>')
    .replace(/^https?:\/\/[^\s<>]+$/gm, '<a href="$&">$&</a>')

const mailHtml = (message: KeptMail): string => `<article>
<h2 dir="auto">${escapeHtml(message.subject)}</h2>
<dl><dt>To </dt><dd>${escapeHtml(message.to)}</dd><dt>At </dt><dd>${new Date(message.at).toISOString().replace('T', ' ').slice(0, 19)} UTC</dd></dl>
<pre dir="auto">${marked(message.text)}</pre>
</article>`

/** The page: each mail's plain text, newest first. Nothing in a mail is run or fetched. */
function mailboxPage(messages: readonly KeptMail[]): string {
  const list =
    messages.length === 0
      ? '<p>No mail yet. Ask for a code in the app, then load this page again.</p>'
      : messages.map(mailHtml).join('\n')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>Mailbox of this sandbox · Evenhand</title><style>${style}</style></head>
<body><main><h1>Mailbox of this sandbox</h1>
<p>What this installation would have sent by e-mail, newest first. Nothing leaves this machine. <a href="">Load again</a></p>
<form><input name="to" type="email" aria-label="Address" placeholder="Address"><button>Show only this address</button></form>
${list}
</main></body></html>
`
}
