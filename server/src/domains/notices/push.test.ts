import { minuteMs } from '@evenhand/protocol/durations.ts'
import { pushMessage, unsubscribePush } from '@evenhand/protocol/push.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { noticesFixture, won, type NoticesFixture } from '../../../test/fixtures/notices.ts'
import { pushBrowser, pushServer } from '../../../test/push-server.ts'
import type { Call } from '../../kernel/http/http.ts'

let fixture: NoticesFixture
let service: Awaited<ReturnType<typeof pushServer>>
beforeAll(async () => {
  service = await pushServer()
  fixture = await noticesFixture({ pushOrigin: service.origin })
})
afterAll(async () => {
  await fixture.close()
  await service.close()
})

let browsers = 0
const browser = () => pushBrowser(service.origin, `b${browsers++}`)
const rowsOf = async (call: Call): Promise<number> =>
  (
    (await fixture.database.asOwner(
      `select 1 as n from notices.push_subscriptions where account_id = ${call.session.accountId}`,
    )) as unknown[]
  ).length
async function subscribed(lang: 'en' | 'de' = 'en') {
  const amy = await fixture.signedIn(lang)
  const own = browser()
  await fixture.notices.subscribePush(own.subscription, amy)
  await fixture.notices.choosePreferences({ preferences: [{ category: 'TRADE', push: true }] }, amy)
  return { amy, own }
}
/** Sends what failed before, when its pause is over. */
async function tryAgain(): Promise<void> {
  fixture.clock.advance(minuteMs)
  await fixture.notices.release()
}
async function notify(call: Call, id: string): Promise<void> {
  await fixture.enqueue([won(call, id)])
  await fixture.notices.idle()
}

it('a result reaches the browser alone that can read it, with template and params, in the language of its customer', async () => {
  const { amy, own } = await subscribed('de')
  await notify(amy, 'order1')
  const [delivered] = await service.came(own.path, 1)
  const message = own.read(delivered as never)
  expect(z.parse(pushMessage, message)).toEqual(message)
  expect(message).toMatchObject({
    templateKey: 'option.result',
    category: 'TRADE',
    lang: 'de',
    link: '/profile/orders',
    params: { orderId: 'order1', profit: '8.00' },
  })
  expect((await fixture.notices.list({}, amy)).rows[0]?.id).toBe(message.id)
  expect(() => browser().read(delivered as never)).toThrow()
  expect(service.refused).toEqual([])
})

it('nothing is pushed until it is chosen, nor after it was unchosen or unsubscribed', async () => {
  const amy = await fixture.signedIn()
  const own = browser()
  await fixture.notices.subscribePush(own.subscription, amy)
  await notify(amy, 'unchosen')
  await fixture.notices.choosePreferences({ preferences: [{ category: 'TRADE', push: true, inApp: false }] }, amy)
  await notify(amy, 'chosen')
  await fixture.notices.choosePreferences({ preferences: [{ category: 'TRADE', push: false }] }, amy)
  await notify(amy, 'unchosen again')
  await fixture.notices.choosePreferences({ preferences: [{ category: 'TRADE', push: true }] }, amy)
  await fixture.notices.unsubscribePush({}, amy)
  await notify(amy, 'unsubscribed')
  await expect(fixture.notices.unsubscribePush({}, amy)).rejects.toMatchObject({ key: 'notFound' })
  expect((await service.came(own.path, 1)).map((one) => own.read(one).params['orderId'])).toEqual(['chosen'])
})

it('a browser that its service knows no more is forgotten', async () => {
  for (const status of [404, 410]) {
    const { amy, own } = await subscribed()
    service.respondWith(own.path, { status })
    await notify(amy, 'first')
    expect(await rowsOf(amy)).toBe(0)
    await notify(amy, 'second')
    expect(await service.came(own.path, 1)).toHaveLength(1)
  }
})

it('what fails for now is tried again; a redirect is not followed, and what is refused is left', async () => {
  const { amy, own } = await subscribed()
  service.respondWith(own.path, { status: 500 }, { status: 429, headers: { 'retry-after': '0' } }, { status: 201 })
  await notify(amy, 'again')
  await tryAgain()
  await tryAgain()
  expect(await service.came(own.path, 3)).toHaveLength(3)
  const aside = browser()
  service.respondWith(
    own.path,
    { status: 307, headers: { location: `${service.origin}${aside.path}` } },
    { status: 400 },
  )
  await notify(amy, 'moved')
  await notify(amy, 'refused')
  expect(await service.came(own.path, 5)).toHaveLength(5)
  expect(service.delivered.some(({ path }) => path === aside.path)).toBe(false)
  expect(await rowsOf(amy)).toBe(1)
})

it('a service that does not respond delays nothing', async () => {
  const { amy, own } = await subscribed()
  const { amy: ben, own: bens } = await subscribed()
  service.respondWith(own.path, { status: 201, hang: true })
  await fixture.enqueue([won(amy, 'hangs'), won(ben, 'goes')])
  const impatient = await fixture.open({ pushTimeoutMs: 2000 })
  const idle = impatient.idle()
  await service.came(bens.path, 1)
  // Given up after two seconds here, and tried again.
  await idle
  await tryAgain()
  expect((await service.came(own.path, 2)).map((one) => own.read(one).params['orderId'])).toEqual(['hangs', 'hangs'])
})

it('a push that failed for one browser is tried again for that one alone, also by another process', async () => {
  const { amy, own } = await subscribed()
  const second = browser()
  await fixture.notices.subscribePush(second.subscription, await fixture.again(amy))
  service.respondWith(own.path, { status: 503 })
  await notify(amy, 'half')
  fixture.clock.advance(minuteMs)
  const other = await fixture.open()
  await Promise.all([fixture.notices.release(), other.release()])
  expect([await service.came(own.path, 2), await service.came(second.path, 1)].map(({ length }) => length)).toEqual([
    2, 1,
  ])
  expect(await fixture.database.asOwner('select kind from outbox.deliveries')).toEqual([])
})

it.each([
  'http://127.0.0.1:1/x',
  'https://169.254.169.254/latest',
  'https://thief.example/x',
  'http://fcm.googleapis.com/x',
  'nonsense',
])('no subscription makes the server call %s', async (endpoint) => {
  const amy = await fixture.signedIn()
  await expect(fixture.notices.subscribePush({ ...browser().subscription, endpoint }, amy)).rejects.toMatchObject({
    key: 'dataIncomplete',
    params: { fields: [{ field: 'endpoint', reason: 'malformed' }] },
  })
})

it('keys that are none are refused before anything is kept', async () => {
  const amy = await fixture.signedIn()
  const { subscription } = browser()
  const keys = { ...subscription.keys, p256dh: Buffer.alloc(65, 4).toString('base64url') }
  await expect(fixture.notices.subscribePush({ ...subscription, keys }, amy)).rejects.toMatchObject({
    params: { fields: [{ field: 'keys', reason: 'malformed' }] },
  })
  expect(await rowsOf(amy)).toBe(0)
})

it('a customer has ten browsers, the newest; a browser belongs to the customer who signed in last', async () => {
  const [amy, ben] = [await fixture.signedIn(), await fixture.signedIn()]
  const first = browser()
  await fixture.notices.subscribePush(first.subscription, amy)
  for (let more = 0; more < 10; more += 1) {
    fixture.clock.advance(1000)
    await fixture.notices.subscribePush(browser().subscription, await fixture.again(amy))
  }
  expect(await rowsOf(amy)).toBe(10)
  const shared = browser()
  await fixture.notices.subscribePush(shared.subscription, amy)
  await fixture.notices.subscribePush(shared.subscription, ben)
  await fixture.notices.subscribePush(shared.subscription, ben)
  expect([await rowsOf(amy), await rowsOf(ben)]).toEqual([9, 1])
  await fixture.notices.choosePreferences({ preferences: [{ category: 'TRADE', push: true }] }, amy)
  await notify(amy, 'not for ben')
  expect(service.delivered.some(({ path }) => path === shared.path)).toBe(false)
  await expect(fixture.notices.unsubscribePush({ endpoint: shared.subscription.endpoint }, amy)).rejects.toMatchObject({
    key: 'notFound',
  })
})

it('two customers who subscribe with one browser at one moment: it is one of theirs', async () => {
  const both = await Promise.all([fixture.signedIn(), fixture.signedIn()])
  for (let round = 0; round < 10; round += 1) {
    const { subscription } = browser()
    await Promise.all(both.map((one) => fixture.notices.subscribePush(subscription, one)))
    const [first, second] = await Promise.all(both.map(rowsOf))
    expect((first ?? 0) + (second ?? 0)).toBeLessThanOrEqual(2)
    const rows = await fixture.database.asOwner(
      `select 1 as n from notices.push_subscriptions where endpoint = '${subscription.endpoint}'`,
    )
    expect(rows).toHaveLength(1)
  }
})

it('the subscription ends with its session, and a session that has ended gets none', async () => {
  const { amy, own } = await subscribed()
  await fixture.endSession(amy)
  expect(await rowsOf(amy)).toBe(0)
  await notify(amy, 'signed out')
  await expect(fixture.notices.subscribePush(own.subscription, amy)).rejects.toMatchObject({ key: 'sessionEnded' })
})

it('an address of a push service has the signs of an address, also where it is to be forgotten', () => {
  for (const endpoint of ['\u0000', 'https://push.example/\u0000', 'https://push.example/\ud800', ''])
    expect([endpoint, z.safeParse(unsubscribePush.request, { endpoint }).success]).toEqual([endpoint, false])
})
