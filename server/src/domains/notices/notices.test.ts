import { noticeCategories } from '@evenhand/protocol/notices.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { noticesFixture, won, type NoticesFixture } from '../../../test/fixtures/notices.ts'
import type { Call } from '../../kernel/http/http.ts'

let fixture: NoticesFixture
beforeAll(async () => {
  fixture = await noticesFixture()
})
afterAll(() => fixture.close())

const list = async (call: Call, request = {}) => (await fixture.notices.list(request, call)).rows
const unread = async (call: Call) => (await fixture.notices.unreadCount({}, call)).unread
const cameTo = (requested: Promise<unknown>) =>
  requested.then(
    () => 'done',
    (cause: { key?: string }) => cause.key,
  )
async function notify(call: Call, ...ids: string[]): Promise<void> {
  await fixture.enqueue(ids.map((id) => won(call, id)))
  await fixture.notices.idle()
}

it('a customer sees own notices newest first, by page, category and unread, and no other customer does', async () => {
  const [amy, ben] = [fixture.customer(), fixture.customer()]
  for (const id of ['one', 'two', 'three']) {
    await notify(amy, id)
    fixture.clock.advance(1000)
  }
  expect((await list(amy)).map(({ params }) => params['orderId'])).toEqual(['three', 'two', 'one'])
  expect(await fixture.notices.list({ page: 2, size: 2 }, amy)).toMatchObject({ total: 3, page: 2, size: 2 })
  expect(await list(amy, { cat: 'ALERT' })).toEqual([])
  expect((await list(amy))[0]).toMatchObject({
    category: 'TRADE',
    templateKey: 'option.result',
    link: '/profile/orders',
  })
  expect(await list(ben)).toEqual([])
  const [newest] = await list(amy)
  expect(await fixture.notices.read({ ids: [newest?.id ?? ''] }, amy)).toEqual({ unread: 2 })
  expect((await list(amy, { unread: true })).map(({ params }) => params['orderId'])).toEqual(['two', 'one'])
  expect((await list(amy, { unread: false })).map(({ id }) => id)).toEqual([newest?.id])
})

it("another customer's notice is not there, and nothing is marked beside it", async () => {
  const [amy, ben] = [fixture.customer(), fixture.customer()]
  await notify(amy, 'a')
  await notify(ben, 'b')
  const [[mine], [theirs]] = [await list(ben), await list(amy)]
  const ids = [mine?.id ?? '', theirs?.id ?? '']
  expect(await cameTo(fixture.notices.read({ ids }, ben))).toBe('notFound')
  expect(await cameTo(fixture.notices.read({ ids: ids.slice(1) }, ben))).toBe('notFound')
  expect([await unread(amy), await unread(ben)]).toEqual([1, 1])
  for (const request of [{}, { ids, all: true as const }, { ids, upTo: ids[0] }])
    expect(await cameTo(fixture.notices.read(request, ben))).toBe('dataIncomplete')
})

it('one event is written once, by whichever process and however often it is published', async () => {
  const amy = fixture.customer()
  const beside = await fixture.open()
  await Promise.all(Array.from({ length: 40 }, () => fixture.enqueue([won(amy, 'same')])))
  await Promise.all([fixture.notices.idle(), beside.idle()])
  expect(await unread(amy)).toBe(1)
})

it('all that was seen is read at once, and what comes meanwhile stays unread', async () => {
  const amy = fixture.customer()
  await notify(amy, ...Array.from({ length: 50 }, (_, index) => `seen${index}`))
  fixture.clock.advance(1000)
  const [newest] = await list(amy)
  const upTo = newest?.id ?? ''
  await fixture.enqueue(Array.from({ length: 30 }, (_, index) => won(amy, `later${index}`)))
  await Promise.all([
    ...Array.from({ length: 5 }, () => fixture.notices.read({ all: true, upTo }, amy)),
    fixture.notices.idle(),
  ])
  expect(await unread(amy)).toBe(30)
  expect(await fixture.notices.read({ all: true }, amy)).toEqual({ unread: 0 })
})

it('a muted category rings nowhere; risk, security and law cannot be muted, nor security mails', async () => {
  const amy = fixture.customer()
  const chosen = await fixture.notices.choosePreferences({ preferences: [{ category: 'TRADE', inApp: false }] }, amy)
  expect(chosen.find(({ category }) => category === 'TRADE')).toMatchObject({ inApp: false, email: false, fixed: [] })
  await notify(amy, 'quiet')
  expect([await unread(amy), await list(amy)]).toEqual([0, []])
  const refused = await Promise.all(
    noticeCategories.map(async (category) => ({
      category,
      inApp: await cameTo(fixture.notices.choosePreferences({ preferences: [{ category, inApp: false }] }, amy)),
      email: await cameTo(fixture.notices.choosePreferences({ preferences: [{ category, email: false }] }, amy)),
    })),
  )
  const fixed = (what: 'inApp' | 'email') =>
    refused.filter((one) => one[what] === 'dataIncomplete').map(({ category }) => category)
  expect([fixed('inApp'), fixed('email')]).toEqual([['RISK', 'SECURITY', 'LEGAL'], ['SECURITY']])
})

it('mails what was chosen, and a void order always, once, in the language of its reader with the own words', async () => {
  const amy = fixture.customer('de', 'Ihr Satz: blauer Hund')
  await notify(amy, 'unmailed')
  expect(fixture.mailbox.list(amy.email)).toEqual([])
  await fixture.notices.choosePreferences({ preferences: [{ category: 'TRADE', inApp: false, email: true }] }, amy)
  await notify(amy, 'mailed')
  await notify(amy, 'mailed')
  const [result, ...others] = fixture.mailbox.list(amy.email)
  expect(others).toEqual([])
  expect(result?.subject).toBe('Ergebnis Ihres Auftrags: BTCUSDT')
  expect(result?.text).toMatch(/^Ihr Satz: blauer Hund\n[^]*gewonnen[^]*8,00\u00a0USDT[^]*virtuell/u)
  const ben = fixture.customer('en')
  const { status: _status, profit: _profit, ...order } = won(ben, 'v').params
  const params = { ...order, reason: 'FEED_INVALID' } as const
  await fixture.enqueue([{ accountId: ben.session.accountId, template: 'option.void', params, ref: 'v' }])
  await fixture.notices.idle()
  const notified = fixture.mailbox.list(ben.email).map(({ text }) => text)
  expect(notified).toEqual([expect.stringContaining('No valid price was recorded')])
})

it('one customer gets at most twenty chosen notices an hour by mail, sees all in the app, and is warned of margin all the same', async () => {
  const amy = fixture.customer()
  await fixture.notices.choosePreferences({ preferences: [{ category: 'TRADE', email: true }] }, amy)
  await notify(amy, ...Array.from({ length: 30 }, (_, index) => `m${index}`))
  expect(fixture.mailbox.list(amy.email)).toHaveLength(20)
  expect(await unread(amy)).toBe(30)
  const { accountId } = amy.session
  const params = { mode: 'real', percent: 75, level: '74.9' } as const
  await fixture.enqueue([{ accountId, template: 'contract.margin', params, ref: 'm' }])
  await fixture.notices.idle()
  expect(fixture.mailbox.list(amy.email)).toHaveLength(21)
})

it('a thousand notices are kept of a customer, the newest', async () => {
  const [amy, ben] = [fixture.customer(), fixture.customer()]
  await notify(ben, 'old')
  for (let page = 0; page < 6; page += 1) {
    await notify(amy, ...Array.from({ length: 200 }, (_, index) => `t${page * 200 + index}`))
    fixture.clock.advance(1000)
  }
  await fixture.notices.trim()
  const { total, rows } = await fixture.notices.list({ page: 10, size: 100 }, amy)
  expect([total, rows.at(-1)?.params['orderId']]).toEqual([1000, 't200'])
  expect((await fixture.notices.list({}, ben)).total).toBe(1)
})

it('a notice published with its cause is written once that has committed, by any process, and not without it', async () => {
  const amy = fixture.customer()
  const beside = await fixture.open()
  const db = fixture.database.pools.console
  const enqueueNotice = (id: string, fails: boolean) =>
    db.transaction().execute(async (tx) => {
      await fixture.notices.enqueueNotices(tx, [won(amy, id), won(amy, `${id} again`)])
      if (fails) throw new Error('the cause of the notice did not happen')
    })
  await expect(enqueueNotice('undone', true)).rejects.toThrow('did not happen')
  await enqueueNotice('done', false)
  await Promise.all([fixture.notices.idle(), beside.idle()])
  expect((await list(amy)).map(({ params }) => params['orderId']).toReversed()).toEqual(['done', 'done again'])
})

it('what a process that died had published is notified by the next one, once', async () => {
  const amy = fixture.customer()
  // It is not read: the process that would have is gone.
  await fixture.notices.enqueueNotices(fixture.database.pools.api, [won(amy, 'left')])
  expect(await unread(amy)).toBe(0)
  const [next, other] = [await fixture.open(), await fixture.open()]
  await Promise.all([next.idle(), other.idle()])
  expect(await unread(amy)).toBe(1)
})
