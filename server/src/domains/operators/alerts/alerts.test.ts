import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../../test/database.ts'
import { systemClock } from '../../../kernel/time/clock.ts'
import { owned } from '../../../kernel/db/db.ts'
import { silentLog } from '../../../kernel/log.ts'
import type { Alert } from '../../../kernel/module/alert-source.ts'
import type { MailMessage } from '../../../kernel/mail/mail.ts'
import { movableClock } from '../../../kernel/time/movable-clock.ts'
import { maxAttempts } from './alerts.rules.ts'
import { createAlerts, listFailedAlerts, retryFailedAlert } from './index.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'

let database: TestDatabase
let receiver: Server
let url = ''
const clock = movableClock(systemClock, 0)

let found: Alert[] = []
let isBroken = false
let mails: MailMessage[] = []
let refusesMail = false
let posted: { body: Record<string, unknown>; signature: string }[] = []
let status = 200

beforeAll(async () => {
  database = await testDatabase()
  receiver = createServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      const signature = String(request.headers['x-evenhand-signature'])
      expect(signature).toBe(`sha256=${createHmac('sha256', 'a secret').update(text).digest('hex')}`)
      posted.push({ body: JSON.parse(text) as Record<string, unknown>, signature })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/alerts`
})
afterAll(async () => {
  receiver.close()
  await database.close()
})
beforeEach(async () => {
  await database.asOwner('delete from operators.alert_deliveries')
  await database.asOwner('delete from operators.alerts')
  ;[found, mails, posted, isBroken, refusesMail, status] = [[], [], [], false, false, 200]
})

const open = () =>
  createAlerts({
    db: owned<'operators'>(database.pools.console),
    clock,
    log: silentLog,
    mail: {
      async send(message) {
        if (refusesMail) throw new Error('no ops@trade.example took it')
        mails.push(message)
      },
      close: () => {},
    },
    mails: ['ops@trade.example'],
    lang: 'en',
    webhook: { url, secret: 'a secret' },
    consoleAddress: 'https://console.trade.example',
    sources: [
      {
        kinds: ['queueOverdue', 'coverageShort'],
        async read() {
          if (isBroken) throw new Error('the database is away')
          return found
        },
      },
    ],
  })

const overdue: Alert = { kind: 'queueOverdue', subject: 'withdrawals', count: 3 }

test('an alert is sent once however long it lasts, and once when it is over', async () => {
  const alerts = open()
  found = [overdue]
  await alerts.runOnce()
  await alerts.runOnce()
  found = [{ ...overdue, count: 7 }]
  await alerts.runOnce()
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    ['ops@trade.example', 'Evenhand alert: Withdrawals: 3 overdue'],
  ])
  expect(posted.map(({ body }) => body)).toMatchObject([{ event: 'OPENED', kind: 'queueOverdue', count: 3 }])
  found = []
  await alerts.runOnce()
  expect(mails).toHaveLength(1)
  clock.advance(3 * minuteMs)
  await alerts.runOnce()
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Evenhand alert: Withdrawals: 3 overdue',
    'Resolved: Withdrawals: 7 overdue',
  ])
  expect(posted.map(({ body }) => body['event'])).toEqual(['OPENED', 'CLOSED'])
})

test('a source that fails ends no alert', async () => {
  const alerts = open()
  found = [overdue]
  await alerts.runOnce()
  isBroken = true
  clock.advance(10 * minuteMs)
  await alerts.runOnce()
  expect(mails).toHaveLength(1)
})

test('a receiver that fails is tried again later, and the other one is not sent twice', async () => {
  const alerts = open()
  status = 500
  found = [overdue]
  await alerts.runOnce()
  await alerts.runOnce()
  expect([posted.length, mails.length]).toEqual([1, 1])
  status = 204
  clock.advance(3 * minuteMs)
  await alerts.runOnce()
  await alerts.runOnce()
  expect([posted.length, mails.length]).toEqual([2, 1])
  expect(posted[0]?.body['id']).toBe(posted[1]?.body['id'])
})

test('the end of an alert is never sent before its beginning', async () => {
  const alerts = open()
  ;[status, refusesMail] = [500, true]
  found = [overdue]
  await alerts.runOnce()
  found = []
  clock.advance(2 * minuteMs)
  await alerts.runOnce()
  // The beginning failed again and waits; the receiver is back, and only the end is due.
  ;[status, refusesMail, posted] = [204, false, []]
  clock.advance(2 * minuteMs)
  await alerts.runOnce()
  expect([posted, mails]).toEqual([[], []])
  clock.advance(10 * minuteMs)
  await alerts.runOnce()
  expect(posted.map(({ body }) => body['event'])).toEqual(['OPENED', 'CLOSED'])
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Evenhand alert: Withdrawals: 3 overdue',
    'Resolved: Withdrawals: 3 overdue',
  ])
})

test('processes that run at once open and send an alert once', async () => {
  found = [overdue, { kind: 'coverageShort', subject: 'BTC', count: 1 }]
  await Promise.all(Array.from({ length: 8 }, () => open().runOnce()))
  await open().runOnce()
  expect([posted.length, mails.length]).toEqual([2, 2])
})

test('a delivery that was given up is listed without its address, and is sent once its receiver is back', async () => {
  const alerts = open()
  refusesMail = true
  found = [overdue]
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    await alerts.runOnce()
    clock.advance(61 * minuteMs)
  }
  const db = owned<'operators'>(database.pools.console)
  const page = { limit: 50, offset: 0 }
  const { rows, total } = await listFailedAlerts(db, { ...page, now: clock.now() })
  expect([rows, total]).toMatchObject([
    [
      {
        kind: 'queueOverdue',
        subject: 'withdrawals',
        channel: 'mail',
        attempts: maxAttempts,
        error: 'Error: no ••• took it',
      },
    ],
    1,
  ])
  refusesMail = false
  await alerts.runOnce()
  expect(mails).toEqual([])
  expect(await retryFailedAlert(db as never, { id: rows[0]?.id ?? '', at: clock.now() })).toBe(true)
  expect(await retryFailedAlert(db as never, { id: rows[0]?.id ?? '', at: clock.now() })).toBe(false)
  await alerts.runOnce()
  expect(mails.map(({ to }) => to)).toEqual(['ops@trade.example'])
  expect((await listFailedAlerts(db, { ...page, now: clock.now() })).total).toBe(0)
})
