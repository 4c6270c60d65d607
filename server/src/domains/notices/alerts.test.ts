import { randomUUID } from 'node:crypto'
import { maxAlerts } from '@evenhand/protocol/notices.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { noticesFixture, type NoticesFixture } from '../../../test/fixtures/notices.ts'
import { processWorkMs } from '../../../test/process-time.ts'
import { owned } from '../../kernel/db/db.ts'
import type { Call } from '../../kernel/http/http.ts'
import { silentLog } from '../../kernel/log.ts'
import { createAlertBook } from './alert-book.ts'
import { createAlertWatch } from './alert-watch.ts'
import { hourMs } from '@evenhand/protocol/durations.ts'

let fixture: NoticesFixture
let beside: Awaited<ReturnType<NoticesFixture['open']>>
beforeAll(async () => {
  fixture = await noticesFixture()
  beside = await fixture.open()
})
afterAll(() => fixture.close())

const notified = async (call: Call) =>
  (await fixture.notices.list({ cat: 'ALERT' }, call)).rows.map(({ params }) => `${params['kind']} ${params['price']}`)
const cameTo = (requested: Promise<unknown>) =>
  requested.then(
    () => 'done',
    (cause: { key?: string }) => cause.key,
  )
let codes = 0
const newCode = (): string => `T${(codes += 1)}`

/** A second with this price, in both processes. */
async function second(code: string, price: bigint, change = 0n): Promise<void> {
  fixture.price(code, price, change)
  fixture.clock.advance(1000)
  await Promise.all([fixture.notices.checkAlerts(), beside.checkAlerts()])
}
async function prices(code: string, ...list: readonly bigint[]): Promise<void> {
  for (const price of list) await second(code, price)
}

it('an alert notifies once as the price comes to it from the other side, and is gone then', async () => {
  const amy = fixture.customer()
  const code = newCode()
  await second(code, 100_00n)
  await fixture.notices.addAlert({ code, kind: 'ABOVE', target: '101.00' }, amy)
  await beside.addAlert({ code, kind: 'BELOW', target: '99.00' }, amy)
  await fixture.allReceived()
  await prices(code, 100_50n, 100_99n)
  expect(await notified(amy)).toEqual([])
  await prices(code, 101_00n, 101_50n, 100_00n, 101_50n)
  expect(await notified(amy)).toEqual(['ABOVE 101.00'])
  await prices(code, 98_00n, 100_00n, 98_00n)
  expect(await notified(amy)).toEqual(['BELOW 98.00', 'ABOVE 101.00'])
  expect(await fixture.notices.alerts({}, amy)).toEqual([])
})

it('an alert on the far side waits until the price was on the near side', async () => {
  const amy = fixture.customer()
  const code = newCode()
  await second(code, 105_00n)
  await fixture.notices.addAlert({ code, kind: 'ABOVE', target: '101.00' }, amy)
  await fixture.allReceived()
  await prices(code, 106_00n, 107_00n)
  expect(await notified(amy)).toEqual([])
  await prices(code, 100_00n, 102_00n)
  expect(await notified(amy)).toEqual(['ABOVE 102.00'])
})

it('a percentage is reached either way, and notified again only after its pause', async () => {
  const amy = fixture.customer()
  const code = newCode()
  await second(code, 100_00n, 100n)
  await fixture.notices.addAlert({ code, kind: 'CHANGE', target: '5', everyMinutes: 60 }, amy)
  await fixture.allReceived()
  await second(code, 94_00n, -600n)
  expect(await notified(amy)).toEqual(['CHANGE 94.00'])
  for (let time = 0; time < 10; time += 1) {
    await second(code, 100_00n, 0n)
    await second(code, 106_00n, 600n)
  }
  expect(await notified(amy)).toHaveLength(1)
  await second(code, 100_00n, 0n)
  fixture.clock.advance(hourMs)
  await second(code, 106_00n, 600n)
  expect(await notified(amy)).toEqual(['CHANGE 106.00', 'CHANGE 94.00'])
  expect(await fixture.notices.alerts({}, amy)).toMatchObject([{ kind: 'CHANGE', target: '5.00', everyMinutes: 60 }])
})

it('what is reached while no process watched is notified once by the next one to start', async () => {
  const amy = fixture.customer()
  const code = newCode()
  await second(code, 100_00n)
  await fixture.notices.addAlert({ code, kind: 'ABOVE', target: '101.00', everyMinutes: 60 }, amy)
  fixture.price(code, 102_00n)
  const restarted = await fixture.open()
  await Promise.all([restarted.checkAlerts(), restarted.checkAlerts(), second(code, 102_00n), second(code, 103_00n)])
  const again = await fixture.open()
  await again.checkAlerts()
  expect(await notified(amy)).toHaveLength(1)
})

it('a thousand alerts reached in one second by two processes are notified once each', async () => {
  const code = newCode()
  await second(code, 100_00n)
  const people = Array.from({ length: 20 }, () => fixture.customer())
  for (const call of people)
    await Promise.all(
      Array.from({ length: maxAlerts }, (_, index) =>
        fixture.notices.addAlert({ code, kind: 'ABOVE', target: `101.${10 + index}` }, call),
      ),
    )
  await fixture.allReceived()
  await second(code, 102_00n)
  await second(code, 102_00n)
  for (const call of people)
    expect(await fixture.notices.list({ cat: 'ALERT' }, call)).toMatchObject({ total: maxAlerts })
})

it('fifty are a customer’s most, also when they come at once over both processes', async () => {
  const amy = fixture.customer()
  const code = newCode()
  const requested = await Promise.all(
    Array.from({ length: 80 }, (_, index) =>
      cameTo((index % 2 === 0 ? fixture.notices : beside).addAlert({ code, kind: 'ABOVE', target: '1' }, amy)),
    ),
  )
  expect(requested.filter((one) => one === 'done')).toHaveLength(maxAlerts)
  expect(new Set(requested)).toEqual(new Set(['done', 'openLimitReached']))
})

it('a target that cannot be met exactly, another instrument and another customer’s alert are refused', async () => {
  const [amy, ben] = [fixture.customer(), fixture.customer()]
  const code = newCode()
  await second(code, 100_00n)
  for (const target of ['0', '-1', '1.001', '99999999999999999'])
    expect(await cameTo(fixture.notices.addAlert({ code, kind: 'BELOW', target }, amy))).toBe('dataIncomplete')
  expect(await cameTo(fixture.notices.addAlert({ code: 'NONE', kind: 'BELOW', target: '1' }, amy))).toBe('notFound')
  const [own] = await fixture.notices.addAlert({ code, kind: 'BELOW', target: '1' }, amy)
  for (const id of [own?.id ?? '', randomUUID()])
    expect(await cameTo(fixture.notices.removeAlert({ id }, ben))).toBe('notFound')
  expect(await fixture.notices.removeAlert({ id: own?.id ?? '' }, amy)).toEqual([])
  await fixture.allReceived()
  await second(code, 50n)
  expect(await notified(amy)).toEqual([])
})

it('an alert whose price turns while alerts are read anew is armed by it, and notified', async () => {
  const amy = fixture.customer()
  const code = newCode()
  await second(code, 105_00n)
  await fixture.notices.addAlert({ code, kind: 'ABOVE', target: '101.00', everyMinutes: 60 }, amy)
  const came: unknown[] = []
  let price = 105_00n
  const watch = createAlertWatch({
    db: owned<'notices'>(fixture.database.pools.api),
    clock: fixture.clock,
    log: silentLog,
    priced: (of: string) => ({
      precision: 2,
      displayPrecision: 2,
      quoted: of === code ? { price, change: 0n } : undefined,
    }),
    write: async (_tx: unknown, enqueued: readonly unknown[]) => {
      came.push(...enqueued)
      return () => {}
    },
  } as unknown as Parameters<typeof createAlertWatch>[0])
  watch.reload()
  await watch.settled()
  const during = async (next: bigint): Promise<void> => {
    price = next
    watch.reload()
    fixture.clock.advance(1000)
    await watch.check()
  }
  // The table is read before the change is written to it.
  await during(100_00n)
  price = 102_00n
  await watch.check()
  expect(came).toHaveLength(1)
  // The same where it is read before the notice is: near, and there again when the pause is over.
  price = 100_00n
  await watch.check()
  fixture.clock.advance(hourMs)
  await during(103_00n)
  price = 100_00n
  await watch.check()
  fixture.clock.advance(hourMs)
  price = 104_00n
  await watch.check()
  expect(came).toHaveLength(3)
})

it('ten thousand alerts cost less than five milliseconds a second', () => {
  const book = createAlertBook()
  for (let index = 0; index < 10_000; index += 1)
    book.put({
      accountId: BigInt(index),
      id: `a${index}`,
      code: `C${index % 500}`,
      kind: (['ABOVE', 'BELOW', 'CHANGE'] as const)[index % 3] ?? 'ABOVE',
      target: index % 3 === 1 ? 1n : 10n ** 9n,
      everyMinutes: undefined,
      armed: true,
      notifiedAt: undefined,
      createdAt: 0,
    })
  const took = Array.from({ length: 50 }, (_, round) => {
    const priced = () => ({ price: 5_000n + BigInt(round), change: 12n })
    return processWorkMs(() => expect(book.check(priced, round).reached).toEqual([]))
  }).toSorted((a, b) => a - b)
  // The middle of fifty: one of them may have swept up after others.
  expect(took[25]).toBeLessThan(5)
})
