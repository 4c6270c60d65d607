import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noticesFixture, won, type NoticesFixture } from '../../../test/fixtures/notices.ts'
import { pushBrowser, pushServer } from '../../../test/push-server.ts'
import type { Call } from '../../kernel/http/http.ts'
import { isZone, quietUntil } from './quiet-hours.rules.ts'
import { hourMs } from '@evenhand/protocol/durations.ts'

const at = (text: string): number => Date.parse(text)

describe('the hours', () => {
  const night = { fromMin: 22 * 60, toMin: 7 * 60, zone: 'Asia/Singapore' }
  it.each([
    // Singapore is eight hours ahead of UTC.
    ['2027-01-15T13:59:59Z', undefined],
    ['2027-01-15T14:00:00Z', '2027-01-15T23:00:00Z'],
    ['2027-01-15T16:30:20Z', '2027-01-15T23:00:00Z'],
    ['2027-01-15T22:59:59Z', '2027-01-15T23:00:00Z'],
    ['2027-01-15T23:00:00Z', undefined],
  ])('at %s they last until %s', (now, until) =>
    expect(quietUntil(night, at(now))).toBe(until === undefined ? undefined : at(until)),
  )

  it('may be within one day, and know zones that are half an hour off', () => {
    const noon = { fromMin: 12 * 60, toMin: 13 * 60, zone: 'Asia/Kolkata' }
    expect(quietUntil(noon, at('2027-01-15T06:45:00Z'))).toBe(at('2027-01-15T07:30:00Z'))
    expect(quietUntil(noon, at('2027-01-15T07:30:00Z'))).toBeUndefined()
  })

  it('are over by local time, also in the night in which they change', () => {
    const quiet = { fromMin: 22 * 60, toMin: 7 * 60, zone: 'Europe/Zurich' }
    let now = at('2027-03-27T22:00:00Z')
    for (let rounds = 0, until = quietUntil(quiet, now); until !== undefined; until = quietUntil(quiet, now)) {
      now = until
      expect((rounds += 1)).toBeLessThan(4)
    }
    // Checked again when it should be over, it is: an hour late at the most.
    expect([at('2027-03-28T05:00:00Z'), at('2027-03-28T06:00:00Z')]).toContain(now)
  })

  it.each(['Nowhere/Town', '+08:00', '', 'Asia/Singapore\u0000', '../etc'])('%j is no zone', (zone) =>
    expect(isZone(zone)).toBe(false),
  )
  it.each(['Asia/Singapore', 'UTC', 'America/Argentina/Buenos_Aires'])('%s is one', (zone) =>
    expect(isZone(zone)).toBe(true),
  )
})

describe('in quiet hours', () => {
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

  let people = 0
  /** A customer who is notified of results by mail and in a browser, and sleeps for the next two hours. */
  async function sleeper() {
    const amy = await fixture.signedIn()
    const own = pushBrowser(service.origin, `sleeper${people++}`)
    await fixture.notices.subscribePush(own.subscription, amy)
    const preferences = (['TRADE', 'RISK'] as const).map((category) => ({ category, email: true, push: true }))
    await fixture.notices.choosePreferences({ preferences }, amy)
    const { accountId } = amy.session
    const hour = (more: number): string => new Date(fixture.clock.now() + more * hourMs).toISOString().slice(11, 16)
    await fixture.notices.quietHours.choose({ accountId, quiet: { from: hour(0), to: hour(2), zone: 'UTC' } })
    return { amy, own }
  }
  const notify = async (call: Call, ...ids: string[]): Promise<void> => {
    await fixture.enqueue(ids.map((id) => won(call, id)))
    await fixture.notices.idle()
  }
  const mailed = (email: string): number => fixture.mailbox.list(email).length
  const pushed = (path: string): number => service.delivered.filter((one) => one.path === path).length
  const release = async (): Promise<void> => {
    await fixture.notices.release()
    await fixture.notices.idle()
  }

  it('what can wait is in the app at once, and is mailed and pushed once they are over, once', async () => {
    const { amy, own } = await sleeper()
    await notify(amy, 'night')
    await release()
    expect((await fixture.notices.unreadCount({}, amy)).unread).toBe(1)
    expect([mailed(amy.email), pushed(own.path)]).toEqual([0, 0])
    fixture.clock.advance(2 * hourMs)
    const beside = await fixture.open()
    await Promise.all([release(), beside.release(), release()])
    await beside.idle()
    await release()
    expect([mailed(amy.email), pushed(own.path)]).toEqual([1, 1])
    const [delivered] = await service.came(own.path, 1)
    expect(own.read(delivered as never)).toMatchObject({ params: { orderId: 'night' } })
    await notify(amy, 'morning')
    expect([mailed(amy.email), pushed(own.path)]).toEqual([2, 2])
  })

  it('what cannot be muted does not wait', async () => {
    const { amy, own } = await sleeper()
    const { accountId } = amy.session
    await fixture.enqueue([
      { accountId, template: 'limit.reached', params: { limit: 'maxOpen', value: '1' }, ref: 'l' },
    ])
    await fixture.notices.idle()
    expect([mailed(amy.email), pushed(own.path)]).toEqual([1, 1])
  })

  it('a warning of margin and a close-out reach a customer who muted trading, at night too', async () => {
    const { amy, own } = await sleeper()
    const { accountId } = amy.session
    await fixture.notices.choosePreferences({ preferences: [{ category: 'TRADE', inApp: false }] }, amy)
    const closed = { orderId: 'o', mode: 'real', code: 'BTCUSDT', lots: '1', price: '1.00', profit: '-1.00' } as const
    await fixture.enqueue([
      { accountId, template: 'contract.margin', params: { mode: 'real', percent: 75, level: '74.9' }, ref: 'm' },
      { accountId, template: 'contract.closed', params: { ...closed, reason: 'CLOSEOUT' }, ref: 'c' },
      { accountId, template: 'contract.closed', params: { ...closed, reason: 'TP' }, ref: 't' },
    ])
    await fixture.notices.idle()
    expect([mailed(amy.email), pushed(own.path)]).toEqual([2, 2])
    const { rows } = await fixture.notices.list({}, amy)
    expect(rows.map(({ templateKey, category }) => [templateKey, category])).toEqual([
      ['contract.closed', 'RISK'],
      ['contract.margin', 'RISK'],
    ])
  })

  it('a customer who removes them gets at once what was held', async () => {
    const { amy } = await sleeper()
    await notify(amy, 'held')
    await fixture.notices.quietHours.choose({ accountId: amy.session.accountId, quiet: null })
    expect(await fixture.notices.quietHours.of(amy.session.accountId)).toBeNull()
    await release()
    expect(mailed(amy.email)).toBe(1)
  })

  it('what is unchosen meanwhile is not notified any more', async () => {
    const { amy, own } = await sleeper()
    await notify(amy, 'unwanted')
    await fixture.notices.choosePreferences({ preferences: [{ category: 'TRADE', email: false, push: false }] }, amy)
    fixture.clock.advance(2 * hourMs)
    await release()
    expect([mailed(amy.email), pushed(own.path)]).toEqual([0, 0])
  })

  it('a night with many notices does not end in a flood of mails', async () => {
    const { amy } = await sleeper()
    await notify(amy, ...Array.from({ length: 30 }, (_, index) => `n${index}`))
    fixture.clock.advance(2 * hourMs)
    await release()
    expect(mailed(amy.email)).toBe(20)
    expect((await fixture.notices.unreadCount({}, amy)).unread).toBe(30)
  })
})
