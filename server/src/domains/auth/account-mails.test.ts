import { langValues } from '@evenhand/protocol/languages.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { smtpServer } from '../../../test/fakes/smtp-server.ts'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { goodPassword, people, registration, type People } from '../../../test/fixtures/customers.ts'
import { silentLog } from '../../kernel/log.ts'
import { createMail } from '../../kernel/mail/mail.ts'
import { createMailbox } from '../../kernel/mail/mailbox.ts'
import { systemClock } from '../../kernel/time/clock.ts'
import { composeAccountMail, type AccountMail, type MailTemplate } from './account-mails.ts'

let database: TestDatabase
let at: People
let mailServer: Awaited<ReturnType<typeof smtpServer>>
const mailbox = createMailbox()
/** A process of the product whose mails leave by the mail server; the mailbox keeps what it tried to send. */
const openProcess = (): People =>
  people(database, {
    limits: false,
    mail: createMail({
      smtpUrl: mailServer.url,
      from: 'no-reply@evenhand.example',
      mailbox,
      clock: systemClock,
      log: silentLog,
    }),
    mailbox,
  })
beforeEach(async () => {
  database = await testDatabase()
  mailServer = await smtpServer()
  at = openProcess()
})
afterEach(async () => {
  await at.close()
  await mailServer.close()
  await database.close()
})

const mailsTo = (email: string): string[] =>
  mailServer.received.filter(({ to }) => to[0] === email).map(({ data }) => data)
const subjects = (email: string): (string | undefined)[] =>
  mailsTo(email).map((data) => /^Subject: (.+)\r?$/im.exec(data)?.[1])
const waiting = (): Promise<unknown[]> =>
  database.asOwner('select template, attempts from outbox.deliveries order by id')

async function register(name: string): Promise<{ email: string; token: string }> {
  const email = `${name}@example.com`
  const done = await at.post('login/register', registration({ username: name, email, code: await at.codeFor(email) }))
  expect(done.code).toBe(200)
  return { email, token: (done.result as { token: string }).token }
}

test('a process that is killed after the commit leaves the mail to the next one, which sends it once with a link that freezes', async () => {
  const { email, token } = await register('survivor')
  const wanted = { old: goodPassword, new: 'another horse battery', confirm: 'another horse battery' }
  expect((await at.post('user/repassword', wanted, { token })).code).toBe(200)
  // Nothing has sent them: the response was given, and the process ends here.
  expect(await waiting()).toMatchObject([{ template: 'welcome' }, { template: 'password.changed' }])
  await at.close()
  const [next, other] = [openProcess(), openProcess()]
  await Promise.all([next.auth.idle(), other.auth.idle()])
  expect(subjects(email).slice(1).toSorted()).toEqual(['Welcome to Evenhand', 'Your Evenhand password was changed'])
  expect(await waiting()).toEqual([])
  const link = /freeze\?token=([\w-]+)/.exec(mailbox.list(email)[0]?.text ?? '')?.[1]
  expect((await next.post('user/freeze', { token: link })).code).toBe(200)
  await other.close()
  at = next
})

test('a mail server that is away for an hour loses no mail and keeps no link; what was changed is mailed to the old address', async () => {
  const { email, token } = await register('patient')
  await at.auth.idle()
  const { port } = mailServer
  await mailServer.close()
  expect((await at.post('user/freeze', {}, { token })).code).toBe(200)
  await database.asOwner(`update accounts.customers set email = 'thief@example.com' where email = $1`, [email])
  for (let minute = 0; minute < 60; minute += 1) {
    at.clock.advance(minuteMs)
    await at.auth.idle()
  }
  expect(await waiting()).toEqual([{ template: 'account.frozen', attempts: 7 }])
  mailServer = await smtpServer({ port })
  at.clock.advance(30 * minuteMs)
  await at.auth.idle()
  expect(subjects(email)).toEqual(['Your Evenhand account is frozen'])
  expect(mailsTo('thief@example.com')).toEqual([])
  expect(await waiting()).toEqual([])
})

const mails: { [K in MailTemplate]: AccountMail<K>['params'] } = {
  welcome: { username: 'amy_1' },
  'login.new_device': { place: '203.0.113.*', browser: 'Firefox', system: 'Windows' },
  'password.changed': {},
  'email.changed': { email: 'n…@example.com' },
  'twofa.changed': { change: 'otpEnabled' },
  'social.linked': { provider: 'google' },
  'social.unlinked': { provider: 'apple' },
  'account.frozen': {},
  'account.unfreezing': { until: 1_800_000_000_000 },
  'account.unfrozen': {},
  'account.closed': {},
  'address.added': { network: 'TRC20', coin: 'USDT', address: 'TX…1', activeAt: 1_800_000_000_000 },
  'fundpwd.changed': { change: 'reset' },
  'apikey.created': { label: 'Bot', scope: 'TRADE', account: 'VIRTUAL' },
}

test.each(langValues)(
  'each mail of an account in %s has its words, and the link of those that warn of a thief',
  async (lang) => {
    const facts = {
      at: 1_800_000_000_000,
      link: async () => ({ href: 'https://trade.example/pass/freeze?token=abc', hours: 6 }),
      otherWays: async () => ({ providers: ['Google'], passkeys: true }),
    }
    const linked: string[] = []
    for (const [template, params] of Object.entries(mails)) {
      const { subject, text } = (await composeAccountMail({ template, params } as AccountMail, facts))(lang)
      expect(subject).not.toBe('')
      expect(`${subject}${text}`).not.toMatch(/[{}]|undefined/)
      if (text.includes('token=abc')) linked.push(template)
    }
    const without = ['welcome', 'account.frozen', 'account.unfrozen', 'account.closed']
    expect(linked).toEqual(Object.keys(mails).filter((template) => !without.includes(template)))
  },
)
