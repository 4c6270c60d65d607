import {
  createNotices,
  noticesRoutes,
  type Handed,
  type Notices,
  type Recipient,
} from '../src/domains/notices/index.ts'
import type { Standing } from '../src/domains/notices/alert-book.ts'
import { openAnnouncements } from '../src/kernel/announcements.ts'
import { handClock, systemClock } from '../src/kernel/clock.ts'
import { owned } from '../src/kernel/db.ts'
import type { Call } from '../src/kernel/http.ts'
import { createLimits } from '../src/kernel/limits.ts'
import { silentLog } from '../src/kernel/log.ts'
import { createMail } from '../src/kernel/mail.ts'
import { createMailbox } from '../src/kernel/mailbox.ts'
import { testDatabase } from './database.ts'

export type HandNotices = Awaited<ReturnType<typeof handNotices>>

/** Notices on a test database, with prices and a clock that the test moves, and customers that are accounts alone. */
export async function handNotices() {
  const database = await testDatabase()
  const clock = handClock(1_800_000_000_000)
  const mailbox = createMailbox()
  const prices = new Map<string, Standing>()
  const people = new Map<bigint, Recipient>()
  const opened: Notices[] = []
  let accounts = 0n

  const open = async (): Promise<Notices & { tick(): Promise<void> }> => {
    const listeners: (() => void)[] = []
    const notices = createNotices({
      db: owned<'notices'>(database.pools.api),
      clock,
      log: silentLog,
      limits: createLimits({ clock, on: true }),
      mail: createMail({ smtpUrl: undefined, from: '', mailbox, clock, log: silentLog }),
      recipients: async (ids) => ids.flatMap((id) => people.get(id) ?? []),
      priced: (code) => (code === 'NONE' ? undefined : { precision: 2, standing: prices.get(code) }),
      onTicks: (listener) => void listeners.push(listener),
      listen: (of) =>
        openAnnouncements({ url: database.url(), role: 'api', clock: systemClock, log: silentLog, ...of }),
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
    /** A customer of an account of its own, as a call of it. */
    customer(lang: Recipient['lang'] = 'en', phrase?: string): Call & { email: string } {
      accounts += 1n
      const accountId = accounts
      const email = `a${accountId}@example.com`
      people.set(accountId, { accountId, email, lang, phrase })
      return { session: { accountId, customerId: '', id: '', country: 'SG', lang }, email } as Call & { email: string }
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
