import { vi } from 'vitest'
import {
  createNotices,
  noticesRoutes,
  type Handed,
  type Notices,
  type Recipient,
} from '../src/domains/notices/index.ts'
import type { Standing } from '../src/domains/notices/alert-book.ts'
import { openAnnouncements } from '../src/kernel/db/pg-listener.ts'
import { handClock, systemClock } from '../src/kernel/time/clock.ts'
import { owned } from '../src/kernel/db/db.ts'
import type { Call } from '../src/kernel/http/http.ts'
import { uuidV7 } from '../src/kernel/ids.ts'
import { createLimits } from '../src/kernel/http/rate-limits.ts'
import { silentLog } from '../src/kernel/log.ts'
import { createMail } from '../src/kernel/mail/mail.ts'
import { createMailbox } from '../src/kernel/mail/mailbox.ts'
import { createPushService } from '../src/kernel/push/service.ts'
import { testDatabase } from './database.ts'

export type HandNotices = Awaited<ReturnType<typeof handNotices>>

let marks = 0
const isMark = (payload: string): boolean => payload.startsWith('mark ')

/** Notices on a test database, with prices and a clock that the test moves, and customers that are accounts alone. */
export async function handNotices(of: { pushOrigin?: string } = {}) {
  const database = await testDatabase()
  const clock = handClock(1_800_000_000_000)
  const mailbox = createMailbox()
  const prices = new Map<string, Standing>()
  const people = new Map<bigint, Recipient>()
  const opened: Notices[] = []
  const lines: { channel: string; mark?: string }[] = []
  let accounts = 0n

  const open = async (): Promise<Notices & { tick(): Promise<void> }> => {
    const listeners: (() => void)[] = []
    const notices = createNotices({
      db: owned<'notices'>(database.pools.api),
      clock,
      log: silentLog,
      limits: createLimits({ clock, on: true }),
      mail: createMail({ smtpUrl: undefined, from: '', mailbox, clock, log: silentLog }),
      push: createPushService({
        secret: new Uint8Array(32).fill(9),
        subject: 'mailto:push@example.com',
        testOrigin: of.pushOrigin,
        timeoutMs: 500,
      }),
      pushPausesMs: [10, 20, 30],
      recipients: async (ids) => ids.flatMap((id) => people.get(id) ?? []),
      priced: (code) =>
        code === 'NONE' ? undefined : { precision: 2, displayPrecision: 2, standing: prices.get(code) },
      onTicks: (listener) => void listeners.push(listener),
      listen: ({ channel, heard, missed }) => {
        const line: { channel: string; mark?: string } = { channel }
        lines.push(line)
        const hear = (payload: string): void => (isMark(payload) ? void (line.mark = payload) : heard(payload))
        const through = { url: database.url(), role: 'api', clock: systemClock, log: silentLog } as const
        return openAnnouncements({ ...through, channel, heard: hear, missed })
      },
    })
    await notices.start()
    opened.push(notices)
    return { ...notices, tick: () => notices.lookAtAlerts() }
  }
  const notices = await open()
  return {
    database,
    clock,
    mailbox,
    notices,
    open,
    routes: noticesRoutes(notices),
    price(code: string, price: bigint, change = 0n): void {
      prices.set(code, { price, change })
    },
    /** Resolves when every process has heard of all that was announced before, and has looked at it. */
    async allHeard(): Promise<void> {
      const mark = `mark ${++marks}`
      const saidOnAll = async (): Promise<void> => {
        // What is announced is heard in its order; a line that was away then hears the next one.
        for (const { channel } of lines) await database.asOwner('select pg_notify($1, $2)', [channel, mark])
        if (lines.some((line) => line.mark !== mark)) throw new Error('a line hears nothing')
      }
      await vi.waitFor(saidOnAll, { timeout: 10_000, interval: 5 })
      await Promise.all(opened.map((one) => one.lookAtAlerts()))
    },
    /** A customer of an account of its own, as a call of it. */
    customer(lang: Recipient['lang'] = 'en', phrase?: string): Call & { email: string } {
      accounts += 1n
      const accountId = accounts
      const email = `a${accountId}@example.com`
      people.set(accountId, { accountId, email, lang, phrase })
      return { session: { accountId, customerId: '', id: '', country: 'SG', lang }, email } as Call & { email: string }
    },
    /** A customer that is there in full, with a session. */
    async signedIn(lang: Recipient['lang'] = 'en'): Promise<Call & { email: string }> {
      const call = this.customer(lang)
      const { accountId } = call.session
      const customerId = uuidV7(clock.now())
      await database.asOwner(
        `insert into accounts.customers (id, account_id, username, email, country, lang, terms_version,
          terms_accepted_at, invite_code, created_at)
        values ($1, $2, 'user_' || $2::bigint, $3, 'SG', $4, '1', now(), lpad(translate($2::text, '01', 'AB'), 6, '9'), now())`,
        [customerId, accountId, call.email, lang],
      )
      return this.again({ ...call, session: { ...call.session, customerId } })
    },
    /** The same customer in another session. */
    async again<C extends Call>(call: C): Promise<C> {
      const id = uuidV7(clock.now())
      await database.asOwner(
        `insert into auth.sessions (token_hash, id, customer_id, created_at, used_at, ends_at)
        values (sha256($1::text::bytea), $1::text::uuid, $2, now(), now(), now() + interval '90 days')`,
        [id, call.session.customerId],
      )
      return { ...call, session: { ...call.session, id } }
    },
    /** Ends the session of a call, as signing out does. */
    async endSession({ session }: Call): Promise<void> {
      await database.asOwner('select auth.end_sessions($1, $2, null)', [session.customerId, session.id])
    },
    async close(): Promise<void> {
      for (const one of opened) await one.stop()
      await database.close()
    },
  }
}

/** The result of an order, as it is handed over. */
export const won = ({ session }: Call, id: string): Handed => ({
  accountId: session.accountId,
  template: 'option.result',
  params: {
    orderId: id,
    mode: 'virtual',
    code: 'BTCUSDT',
    direction: 'UP',
    stake: '10.00',
    status: 'WON',
    profit: '8.00',
  },
  ref: id,
})
