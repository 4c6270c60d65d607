import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerQuiz, cameTo, safeguardsFixture, type SafeguardsFixture } from '../../../test/fixtures/safeguards.ts'
import { publishedNotices } from '../../../test/fixtures/published-notices.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

let fixture: SafeguardsFixture
beforeAll(async () => void (fixture = await safeguardsFixture()))
afterAll(() => fixture.close())

it('a limit of the own that stops an order is published before the refusal, once a limit and a day', async () => {
  const amy = await fixture.customer()
  await answerQuiz(fixture, amy, { right: 12 })
  await fixture.safeguards.acknowledge({ product: 'options' }, amy)
  fixture.clock.advance(dayMs)
  await fixture.safeguards.acknowledge({ product: 'options', confirm: true }, amy)
  await fixture.safeguards.changeLimits({ maxOpen: 1, sessionMinutes: 30 }, amy)
  const { session } = amy
  const order = () =>
    cameTo(() => fixture.safeguards.mayTrade({ session, product: 'options', mode: 'real', stake: 10_000_000n }))
  const published = async () => (await publishedNotices(fixture.database, { template: 'limit.reached' })).length
  expect(await order()).toMatchObject([{ what: 'open' }])
  expect(fixture.reached).toEqual([])
  fixture.orders.open = 1n
  expect(await order()).toMatchObject({ code: 40004 })
  // A process that ends now has lost no notice.
  expect(await published()).toBe(1)
  await order()
  fixture.clock.advance(dayMs)
  await order()
  expect(fixture.reached.map(({ params, ref }) => [params, ref.split(' ')[0]])).toEqual([
    [{ limit: 'maxOpen', value: '1' }, 'maxOpen'],
    [{ limit: 'maxOpen', value: '1' }, 'maxOpen'],
  ])
  expect(await published()).toBe(2)
})
