import { setTimeout as later } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cameTo, safeguardsFixture, type SafeguardsFixture } from '../../../test/fixtures/safeguards.ts'
import { sql } from '../../kernel/db/db.ts'
import type { Call } from '../../kernel/http/http.ts'
import type { CustomerSafeguards } from './customer-safeguards.ts'
import { promised } from '../../../test/promised.ts'

let fixture: SafeguardsFixture
let beside: CustomerSafeguards
beforeAll(async () => {
  fixture = await safeguardsFixture()
  beside = fixture.openBeside()
  beside.start()
})
afterAll(async () => {
  await beside.stop()
  await fixture.close()
})

const order = ({ session }: Call) =>
  cameTo(() => beside.mayTrade({ session, product: 'options', mode: 'virtual', stake: 1n }))

it('what a customer tightens in one process holds in the other within a second', async () => {
  const amy = await fixture.customer()
  expect(await order(amy)).toEqual([])
  const { until } = await fixture.safeguards.takeTimeout({ days: 1 }, amy)
  const began = performance.now()
  while (performance.now() - began < 5000 && Array.isArray(await order(amy))) await later(5)
  expect(performance.now() - began).toBeLessThan(promised(1000))
  expect(await order(amy)).toEqual({ code: 40005, until })
})

it('a session is one, whichever process serves a call', async () => {
  const amy = await fixture.customer()
  const { customerId } = amy.session
  const began = fixture.clock.now()
  for (let minute = 0; minute < 40; minute += 10) {
    const at = minute % 20 === 0 ? fixture.safeguards : beside
    at.noteUse(customerId)
    await at.readReality({}, amy)
    fixture.clock.advance(10 * 60_000)
  }
  expect(await fixture.safeguards.readReality({}, amy)).toMatchObject({ since: began, sinceLastPause: 40 })
})

it('a call that could not be noted is noted by the next round', async () => {
  const amy = await fixture.customer()
  const at = fixture.clock.now()
  fixture.safeguards.noteUse(amy.session.customerId)
  const store = fixture.safeguards.jobs.find(({ name }) => name === 'play sessions')
  const { owner, pools } = fixture.database
  fixture.clock.advance(60_000)
  await sql`revoke update on safeguards.play_sessions from api`.execute(owner)
  await expect(store?.run()).rejects.toThrow('permission denied')
  await sql`grant update on safeguards.play_sessions to api`.execute(owner)
  await store?.run()
  const { rows } = await sql<{ used_at: Date }>`
    select used_at from safeguards.play_sessions where customer_id = ${amy.session.customerId}`.execute(pools.api)
  expect(rows.map(({ used_at: usedAt }) => usedAt.getTime())).toEqual([at])
})

it('fifty requests at once to tighten over both leave the tightest, and none of them loosens', async () => {
  const amy = await fixture.customer()
  const requests = Array.from({ length: 50 }, (_, index) => 10 + ((index * 7) % 50))
  await Promise.all(
    requests.map((whole, index) =>
      (index % 2 === 0 ? fixture.safeguards : beside).changeLimits({ loss1d: BigInt(whole) * 100n }, amy),
    ),
  )
  const { limits } = await fixture.safeguards.readLimits({}, amy)
  expect(limits.find(({ name }) => name === 'loss1d')).toMatchObject({ value: '10.00' })
})
