import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorPeople } from '../../../test/fixtures/operators.ts'
import { wholeProduct, type WholeProduct } from '../../../test/whole-product.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'

let whole: WholeProduct
let at: ReturnType<typeof operatorPeople>
beforeAll(async () => {
  whole = await wholeProduct()
  at = operatorPeople(whole.product.operators)
})
afterAll(() => whole.close())

/** The product's clock runs on by so much. */
const later = (ms: number) =>
  whole.product.app.inject({
    method: 'POST',
    url: '/sandbox/clock',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ advanceMs: ms }),
  })

test('a session ends after fifteen minutes without a call, and every call begins them anew', async () => {
  const page = await at.signIn('sandbox-support')
  await later(14 * minuteMs)
  expect((await page.get('me')).code).toBe(200)
  await later(14 * minuteMs)
  expect((await page.get('me')).code).toBe(200)
  await later(15 * minuteMs)
  expect((await page.get('me')).status).toBe(401)
})

test('what a page reads by itself, without input, keeps no session alive', async () => {
  const page = await at.signIn('sandbox-support')
  const unattended = (idleMs: number) => at.get('/swx/admin/me', { ...page.headers, 'x-idle-ms': String(idleMs) })
  await later(8 * minuteMs)
  expect((await unattended(8 * minuteMs)).code).toBe(200)
  await later(8 * minuteMs)
  expect((await unattended(16 * minuteMs)).status).toBe(401)
})

test('a superadmin ends the session of another; no other role does', async () => {
  const page = await at.signIn('sandbox-support')
  const other = await at.signIn('sandbox-content')
  const root = await at.signIn('sandbox-superadmin')
  const { result } = await root.get('sessions')
  const session = (result as { id: string; operator: string }[]).find(({ operator }) => operator === 'sandbox-support')
  expect(await other.post('sessions/end', { id: session?.id })).toMatchObject({ code: 40039 })
  expect(await root.post('sessions/end', { id: session?.id })).toMatchObject({ code: 200 })
  expect((await page.get('me')).status).toBe(401)
})

test('twelve hours end a session that was used all the time', async () => {
  const page = await at.signIn('sandbox-auditor')
  const update = `update operators.sessions set created_at = created_at - interval '11 hours 59 minutes'`
  await whole.database.asOwner(update)
  expect((await page.get('me')).code).toBe(200)
  await later(2 * minuteMs)
  expect((await page.get('me')).status).toBe(401)
})

test('an operator who was removed has no session at the next call', async () => {
  const page = await at.signIn('sandbox-charity')
  await whole.database.asOwner(`update operators.operators set status = 'ENDED' where name = 'sandbox-charity'`)
  expect((await page.get('me')).status).toBe(401)
  const requested = await at.post('/swx/admin/login', { name: 'sandbox-charity', password: 'charity-tries-things' })
  expect(requested).toMatchObject({ code: 10004 })
})
