import { afterEach, expect, test } from 'vitest'
import { smtpServer, type FakeSmtpServer } from '../../../test/fakes/smtp-server.ts'
import { manualClock } from '../time/clock.ts'
import { silentLog } from '../log.ts'
import { createMail, isMailAddress, type Mail } from './mail.ts'
import { createMailbox } from './mailbox.ts'

const message = { to: 'amy@example.com', subject: 'Ваш код', text: 'Code 123456', html: '<p>Code 123456</p>' }
const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

async function openServer(refused?: string): Promise<FakeSmtpServer> {
  const server = await smtpServer({ refused })
  closing.push(() => void server.close())
  return server
}

const mailOver = (smtpUrl: string, log = silentLog): Mail => {
  const mail = createMail({
    smtpUrl,
    from: 'Evenhand <no-reply@evenhand.example>',
    replyTo: 'support@evenhand.example',
    mailbox: undefined,
    clock: manualClock(0),
    log,
  })
  closing.push(mail.close)
  return mail
}

test('a mail goes out over SMTP with a plain and an HTML part, to exactly one recipient', async () => {
  const { url, received } = await openServer()
  await mailOver(url).send(message)
  expect(received).toHaveLength(1)
  expect(received[0]?.to).toEqual(['amy@example.com'])
  expect(received[0]?.data).toMatch(/^Reply-To: support@evenhand\.example\r?$/m)
  expect(received[0]?.data).toMatch(/text\/plain[\s\S]*Code 123456[\s\S]*text\/html/)
})

test.each([
  'amy@example.com\r\nBcc: eve@example.com',
  'amy@example.com, eve@example.com',
  'amy@example.com <eve@example.com>',
])('an address that could end a header or add a recipient is refused: %j', async (to) => {
  const { url, received } = await openServer()
  await expect(mailOver(url).send({ ...message, to })).rejects.toThrow('not fit for a header')
  await expect(mailOver(url).send({ ...message, subject: 'a\r\nBcc: eve@example.com' })).rejects.toThrow(
    'not fit for a header',
  )
  expect(received).toEqual([])
})

test('a server that is not there rejects', async () => {
  await expect(mailOver('smtp://127.0.0.1:1').send(message)).rejects.toThrow('could not be sent')
})

test('the log reports how a server refused a mail, and not whose it was', async () => {
  const { url } = await openServer('amy@example.com')
  const logged: object[] = []
  const log = { ...silentLog, warn: (fields: object) => void logged.push(fields) }
  await expect(mailOver(url, log).send(message)).rejects.toThrow('could not be sent')
  expect(logged).toEqual([{ server: '127.0.0.1', code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 }])
})

test('the mailbox keeps the newest first, by address in any case, and at most 500', async () => {
  const mailbox = createMailbox()
  const clock = manualClock(5)
  const mail = createMail({ smtpUrl: undefined, from: '', mailbox, clock, log: silentLog })
  for (let i = 0; i < 501; i++) await mail.send({ ...message, to: 'ben@example.com', subject: String(i) })
  clock.advance(1)
  await mail.send(message)
  expect(mailbox.list()).toHaveLength(500)
  expect(mailbox.list('AMY@example.com')).toEqual([{ ...message, at: 6 }])
  expect(mailbox.list()[0]?.to).toBe('amy@example.com')
  expect(mailbox.list('ben@example.com')[0]?.subject).toBe('500')
})

test.each([
  ['amy@example.com', true],
  ["o'neil+tag@mail.example.co.uk", true],
  ['amy@localhost', false],
  ['amy@@example.com', false],
  ['amy@exa mple.com', false],
  ['amy@example..com', false],
  ['amy@-example.com', false],
  ['аmy@example.com', false],
  [`${'a'.repeat(65)}@example.com`, false],
  [`amy@${'a'.repeat(250)}.com`, false],
])('%s is an address: %s', (text, is) => {
  expect(isMailAddress(text)).toBe(is)
})
