import { afterAll, beforeAll, expect, it } from 'vitest'
import { cameTo, safeguardsFixture, type SafeguardsFixture } from '../../../test/fixtures/safeguards.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

let fixture: SafeguardsFixture
beforeAll(async () => {
  fixture = await safeguardsFixture()
})
afterAll(() => fixture.close())

it('names the customer’s own limits of what is paid in, each with the time it counts from', async () => {
  const call = await fixture.customer()
  await fixture.safeguards.changeLimits({ deposit1d: 100_00n, deposit7d: 300_00n }, call)
  const spendLimits = await fixture.safeguards.mayDeposit({ session: call.session, ip: '203.0.113.1' })
  const now = fixture.clock.now()
  expect(spendLimits.map(({ since, max }) => [now - since, max])).toEqual([
    [dayMs, 100_000_000n],
    [7 * dayMs, 300_000_000n],
  ])
  expect(await cameTo(() => Promise.reject(spendLimits[0]?.refusal()))).toEqual({
    code: 40004,
    limit: 'deposit1d',
    value: '100.00',
  })
})

it('takes no word of a deposit during a pause, and from a country that nothing is offered in', async () => {
  const call = await fixture.customer()
  const params = { session: call.session, ip: '' }
  expect(await cameTo(() => fixture.safeguards.mayDeposit(params))).toEqual([])
  await fixture.safeguards.takeTimeout({ days: 1 }, call)
  expect(await cameTo(() => fixture.safeguards.mayDeposit(params))).toMatchObject({ code: 40005 })
  const { session } = await fixture.customer({ country: 'KP' })
  expect(await cameTo(() => fixture.safeguards.mayDeposit({ ...params, session }))).toMatchObject({ code: 40001 })
})
