import {
  failedDeliveries,
  failedKinds,
  type FailedDelivery,
  type FailedKind,
} from '@evenhand/protocol/failed-deliveries.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorPeople, type OperatorPage } from '../../../test/fixtures/operators.ts'
import { wholeProduct, type WholeProduct } from '../../../test/whole-product.ts'

let whole: WholeProduct
let support: OperatorPage
let auditor: OperatorPage
const key = '01a1ff74-f4b0-7000-a23c-bfb659b50370'

beforeAll(async () => {
  whole = await wholeProduct()
  const at = operatorPeople(whole.product.operators)
  support = await at.signIn('sandbox-support')
  auditor = await at.signIn('sandbox-auditor')
  const [amy] = (await whole.database.asOwner(
    `select account_id::text as account from accounts.customers where username = 'amy'`,
  )) as { account: string }[]
  await whole.database.asOwner(
    `insert into outbox.deliveries (id, kind, account_id, template, payload, due_at, attempts, failed_at, error)
      values ($2, 'notice.mail', $1, 'alert.price', $3, now(), 13, now(), '550')`,
    [amy?.account, key, JSON.stringify({ id: key, params: { code: 'BTCUSDT', price: '1' }, createdAt: 1 })],
  )
})
afterAll(() => whole.close())

const listed = async (page: OperatorPage, kind: FailedKind = 'notice'): Promise<FailedDelivery[]> =>
  ((await page.get(`failedDeliveries?kind=${kind}`)) as { result: { rows: FailedDelivery[] } }).result.rows
const retry = (page: OperatorPage, kind: FailedKind, keys: readonly string[]) =>
  page.post('failedDeliveries/retry', { kind, keys })

test('what failed is listed without an address, and who only reads cannot retry it', async () => {
  const rows = await listed(auditor)
  expect(rows).toMatchObject([{ key, name: 'alert.price', attempts: 13, error: '550', subscription: null }])
  expect(failedDeliveries.roles).toContain('auditor')
  expect((await retry(auditor, 'notice', [key])).code).not.toBe(200)
})

test('twenty operators who retry at once send it once, and the try stands in the audit log', async () => {
  const responses = await Promise.all(Array.from({ length: 20 }, () => retry(support, 'notice', [key])))
  expect(responses.map(({ result }) => (result as { retried: number }).retried).reduce((a, b) => a + b, 0)).toBe(1)
  expect(
    await whole.database.asOwner(`select subject, after from operators.audit_entries where act = 'delivery.retry'`),
  ).toEqual([{ subject: 'delivery:notice', after: JSON.stringify({ keys: [key] }) }])
  // It leaves with the next run of the sender.
  await expect.poll(() => listed(support)).toEqual([])
})

test('keys that are unknown, malformed or too many retry nothing', async () => {
  const strange = [
    '1.x',
    "x'; drop table outbox.deliveries",
    `0.${key}`,
    key.replace('0', '1'),
    'nobody#1',
    '999999999999999999999#1',
  ]
  for (const kind of failedKinds) expect((await retry(support, kind, strange)).result).toEqual({ retried: 0 })
  const many = Array.from({ length: 101 }, (_, n) => `${n}.${key}`)
  expect((await retry(support, 'notice', many)).code).not.toBe(200)
  expect((await retry(support, 'notice', [])).code).not.toBe(200)
})

test('a parked event is listed by its first line, without what may be an address', async () => {
  await whole.database.asOwner(
    `insert into outbox.cursors (subscription, type) values ('test.reader', 'test.event') on conflict do nothing`,
  )
  await whole.database.asOwner(
    `insert into outbox.parked (subscription, event_id, type, payload, error)
      values ('test.reader', 7, 'test.event', '{}', E'Error: amy@example.com was refused\\n  at secret')`,
  )
  expect(await listed(support, 'event')).toMatchObject([
    { key: 'test.reader#7', name: 'test.event', error: 'Error: ••• was refused', customerId: null },
  ])
  expect((await retry(support, 'event', ['test.reader#7'])).result).toEqual({ retried: 1 })
  expect(await listed(support, 'event')).toEqual([])
})

test('an alert that reached no operator is listed without an address; retried, its end follows it', async () => {
  const id = '01a1ff74-f4b0-7000-a23c-bfb659b50371'
  const end = '01a1ff74-f4b0-7000-a23c-bfb659b50372'
  await whole.database.asOwner(
    `insert into operators.alerts (id, kind, subject, count, opened_at, found_at, closed_at)
      values ($1, 'queueOverdue', 'withdrawals', 3, now(), now(), now())`,
    [id],
  )
  await whole.database.asOwner(
    `insert into operators.alert_deliveries (id, alert_id, event, recipient, due_at, attempts, done_at, failed_at, error)
      values ($1, $1, 'OPENED', 'ops@trade.example', now(), 30, now(), now(), 'Error: no mail server'),
        ($2, $1, 'CLOSED', 'ops@trade.example', now(), 30, now(), now(), 'Error: no mail server')`,
    [id, end],
  )
  const rows = await listed(auditor, 'alert')
  expect(rows).toMatchObject([
    { key: id, name: 'queueOverdue withdrawals', attempts: 30, error: 'Error: no mail server' },
    {
      key: end,
      customerId: null,
      subscription: null,
      alert: { kind: 'queueOverdue', subject: 'withdrawals', count: 3, event: 'CLOSED', channel: 'mail' },
    },
  ])
  expect(JSON.stringify(rows)).not.toContain('ops@')
  const responses = await Promise.all(Array.from({ length: 20 }, () => retry(support, 'alert', [id, end])))
  expect(responses.map(({ result }) => (result as { retried: number }).retried).reduce((a, b) => a + b, 0)).toBe(1)
  expect(await listed(support, 'alert')).toEqual([])
  expect(
    await whole.database.asOwner(`select event from operators.alert_deliveries where failed_at is null order by event`),
  ).toEqual([{ event: 'CLOSED' }, { event: 'OPENED' }])
})
