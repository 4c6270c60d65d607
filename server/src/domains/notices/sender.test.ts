import { afterEach, beforeEach, expect, test } from 'vitest'
import { smtpServer } from '../../../test/fakes/smtp-server.ts'
import { noticesFixture } from '../../../test/fixtures/notices.ts'
import type { Call } from '../../kernel/http/http.ts'
import { leaseMs } from '../../kernel/outbox/delivery-queue.ts'
import type { NotificationEvent } from './index.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'

let fixture: Awaited<ReturnType<typeof noticesFixture>>
let port = 0
beforeEach(async () => {
  const server = await smtpServer()
  port = server.port
  await server.close()
  fixture = await noticesFixture({ smtpUrl: server.url })
})
afterEach(() => fixture.close())

/** A notice that is mailed whatever its customer chose. */
const held = ({ session }: Call, ref: string): NotificationEvent => ({
  accountId: session.accountId,
  template: 'account.held',
  params: { reference: ref },
  ref,
})
const publish = async (call: Call, ref: string): Promise<void> => {
  await fixture.notices.enqueueNotices(fixture.database.pools.api, [held(call, ref)])
  await fixture.notices.idle()
}
const deliveries = (): Promise<unknown[]> =>
  fixture.database.asOwner('select attempts, failed_at is not null as failed from outbox.deliveries')

test('a mail server that is away for an hour, and a restart meanwhile, lose no mail and send none twice', async () => {
  const amy = fixture.customer()
  // More tries in all than there are mails to a customer in an hour.
  for (const n of [1, 2, 3]) await publish(amy, `District court ${n}`)
  for (let minute = 0; minute < 60; minute += 1) {
    fixture.clock.advance(minuteMs)
    await fixture.notices.release()
  }
  expect(await deliveries()).toEqual(Array.from({ length: 3 }, () => ({ attempts: 7, failed: false })))
  const server = await smtpServer({ port })
  // The process that planned it is gone; another one goes on, beside a third.
  await fixture.notices.stop()
  const [next, other] = [await fixture.open(), await fixture.open()]
  fixture.clock.advance(30 * minuteMs)
  await Promise.all([next.release(), other.release()])
  await Promise.all([next.idle(), other.idle()])
  expect(server.received.map(({ to }) => to)).toEqual([[amy.email], [amy.email], [amy.email]])
  const sent = new Set(server.received.map(({ data }) => /District court \d/.exec(data)?.[0]))
  expect(sent.size).toBe(3)
  expect(server.received[0]?.data).toMatch(/^Message-ID: <[0-9a-f-]{36}@evenhand\.example>\r?$/im)
  expect(await deliveries()).toEqual([])
  await server.close()
})

test('a process that ends while it sends leaves the mail to the next one, when its lease is over', async () => {
  const server = await smtpServer({ port })
  const amy = fixture.customer()
  await publish(amy, 'District court 3')
  expect(server.received).toHaveLength(1)
  // As a process leaves it that is killed after its claim.
  await fixture.database.asOwner(
    `insert into outbox.deliveries (id, kind, account_id, template, payload, due_at, attempts)
     select id, 'notice.mail', account_id, template, jsonb_build_object('id', id, 'params', params, 'createdAt', 1),
       to_timestamp($1::float8 / 1000), 1 from notices.notices`,
    [fixture.clock.now() + leaseMs],
  )
  await fixture.notices.release()
  expect(server.received).toHaveLength(1)
  fixture.clock.advance(leaseMs)
  await fixture.notices.release()
  expect(server.received).toHaveLength(2)
  // Sent twice, it can be recognised as the same.
  const ids = server.received.map(({ data }) => /^Message-ID: (.+)\r?$/im.exec(data)?.[1])
  expect(ids[0]).toMatch(/^<[0-9a-f-]{36}@evenhand\.example>/)
  expect(ids[1]).toBe(ids[0])
  expect(await deliveries()).toEqual([])
  await server.close()
})
