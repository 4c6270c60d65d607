import { afterAll, beforeAll, expect, it } from 'vitest'
import { cameTo, dayMs, handSafeguards, type HandSafeguards } from '../../../test/fixtures/safeguards.ts'

let hand: HandSafeguards
beforeAll(async () => {
  hand = await handSafeguards()
})
afterAll(() => hand.close())

it('names the customer’s own limits of what is paid in, each with the time it counts from', async () => {
  const call = await hand.customer()
  await hand.safeguards.changeLimits({ deposit1d: 100_00n, deposit7d: 300_00n }, call)
  const ceilings = await hand.safeguards.mayDeposit({ session: call.session, ip: '203.0.113.1' })
  const now = hand.clock.now()
  expect(ceilings.map(({ since, most }) => [now - since, most])).toEqual([
    [dayMs, 100_000_000n],
    [7 * dayMs, 300_000_000n],
  ])
  expect(await cameTo(() => Promise.reject(ceilings[0]?.refusal()))).toEqual({
    code: 40004,
    limit: 'deposit1d',
    value: '100.00',
  })
})

it('takes no word of a deposit during a pause, and from a country that nothing is offered in', async () => {
  const call = await hand.customer()
  const params = { session: call.session, ip: '' }
  expect(await cameTo(() => hand.safeguards.mayDeposit(params))).toEqual([])
  await hand.safeguards.takeTimeout({ days: 1 }, call)
  expect(await cameTo(() => hand.safeguards.mayDeposit(params))).toMatchObject({ code: 40005 })
  const { session } = await hand.customer({ country: 'KP' })
  expect(await cameTo(() => hand.safeguards.mayDeposit({ ...params, session }))).toMatchObject({ code: 40001 })
})
