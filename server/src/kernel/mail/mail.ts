import { createTransport } from 'nodemailer'
import type { Clock } from '../time/clock.ts'
import type { Log } from '../log.ts'
import type { Mailbox } from './mailbox.ts'

/** One mail: plain text and HTML of the same words. */
export type MailMessage = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Names the message in its `Message-ID`, so that a second copy of it can be recognized. */
  readonly id?: string
}
export type Mail = {
  /** Sends the mail to its server. Rejects when that did not take it; the caller decides what that means. */
  send(message: MailMessage): Promise<void>
  close(): void
}

const address = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/

/**
 * True for an address we would write to: ASCII, one @, a domain with a dot, at most 254 characters. Nothing in it can
 * end a header line or begin another recipient.
 */
export const isMailAddress = (text: string): boolean =>
  text.length <= 254 &&
  address.test(text) &&
  !text.includes('..') &&
  !/@-|-\.|\.-|-$/.test(text.slice(text.indexOf('@')))

type Params = {
  smtpUrl: string | undefined
  from: string
  /** Whom a response reaches. */
  replyTo?: string | undefined
  mailbox: Mailbox | undefined
  clock: Clock
  log: Log
}

/**
 * The carrier of mails: the SMTP server of `smtpUrl`; a sandbox keeps every mail in its mailbox too, or there alone.
 * Live mode without an SMTP address refuses to start, so one of the two is always there. `smtps:` speaks TLS from the
 * first byte; `smtp:` must switch to TLS before anything is sent, except to a server on this very machine.
 */
export function createMail({ smtpUrl, from, replyTo, mailbox, clock, log }: Params): Mail {
  if (smtpUrl === undefined) {
    if (mailbox === undefined) throw new Error('mails have neither an SMTP address nor a mailbox')
    return { send: async (message) => mailbox.put({ ...message, at: clock.now() }), close: () => {} }
  }
  const url = new URL(smtpUrl)
  const secure = url.protocol === 'smtps:'
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  const senderDomain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'
  const transport = createTransport({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS: !secure && !local,
    ...(url.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    dnsTimeout: 10_000,
    // What a mail holds is ours alone: no file and no address is ever fetched into one.
    disableFileAccess: true,
    disableUrlAccess: true,
    pool: true,
    maxConnections: 4,
  })
  return {
    async send({ to, subject, text, html, id }) {
      if (!isMailAddress(to) || /[\r\n]/.test(subject))
        throw new Error('a mail address or subject is not fit for a header')
      mailbox?.put({ to, subject, text, html, at: clock.now() })
      try {
        await transport.sendMail({
          from,
          ...(replyTo === undefined ? {} : { replyTo }),
          to: { name: '', address: to },
          subject,
          text,
          html,
          ...(id === undefined ? {} : { messageId: `<${id}@${senderDomain}>` }),
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (cause) {
        // The address is personal: the log names the server that failed and how, not the recipient.
        log.warn({ server: url.hostname, ...failureOf(cause) }, 'a mail could not be sent')
        throw new Error('the mail could not be sent', { cause })
      }
    },
    close: () => transport.close(),
  }
}

/** The code of what `Mail.send` rejected with; the words of a mail server may name the address. */
export function mailErrorCode(cause: unknown): string {
  const { responseCode, code } = ((cause as Error).cause ?? {}) as { responseCode?: number; code?: string }
  return String(responseCode ?? code ?? 'unknown')
}

/** The response of a mail server is logged by its number alone: its text names the address it would not take. */
function failureOf(cause: unknown): object {
  if (!(cause instanceof Error)) return { cause: 'unknown' }
  const { code, command, responseCode } = cause as Error & { code?: string; command?: string; responseCode?: number }
  return responseCode === undefined ? { cause: cause.message.slice(0, 200) } : { code, command, responseCode }
}
