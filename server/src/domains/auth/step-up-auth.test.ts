import type { CodeScene } from '@evenhand/protocol/accounts.ts'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { factorPeople, stepMs } from '../../../test/fixtures/factor-customers.ts'
import { codeIn, codeMailOf } from '../../../test/fixtures/mailed-codes.ts'
import { people } from '../../../test/fixtures/customers.ts'
import type { Call } from '../../kernel/http/http.ts'
import type { Refusal } from '../../kernel/http/refusal.ts'
import type { Confirming } from './step-up-auth.ts'

const database = await testDatabase()
const quotes = new Map<string, string>()
const at = people(database, {
  confirms: {
    withdraw: async ({ customerId, boundTo }) =>
      quotes.get(boundTo) === customerId ? ['250.00 USDT → TXYZ…abcdef'] : undefined,
    fundpwd: async () => [],
  },
})
afterAll(async () => {
  await at.close()
  await database.close()
})

const call = { ip: '203.0.113.9', requester: { origin: 'http://localhost:80' } } as Call
type ConfirmOptions = Pick<Confirming, 'customerId' | 'boundTo' | 'code'> & Partial<Confirming>
const confirm = (options: ConfirmOptions): Promise<string> =>
  at.auth.requireStepUp({ scene: 'withdraw', ...options }, call).then(
    () => 'done',
    (cause: Refusal) => cause.key,
  )

let networks = 0
async function codeFor(token: string, quoteId: string, scene: CodeScene = 'withdraw'): Promise<string> {
  at.clock.advance(60_000)
  const before = new Set(at.mailbox.list())
  const request = { to: '', scene, quoteId }
  const sent = await at.post('login/sendCode', request, { token, ip: `100.64.0.${networks++}` })
  const sentNow = at.mailbox.list().filter((message) => !before.has(message))
  return sent.code === 200 ? codeIn(sentNow, scene) : String(sent.code)
}

async function customer(name: string, ...ids: string[]) {
  const { token, user } = await at.customer(name)
  for (const id of ids) quotes.set(id, user.id)
  return { token, customerId: user.id }
}

test('a code counts for the quote that it was requested for, names what it confirms, and works once', async () => {
  const { token, customerId } = await customer('once', 'q1', 'q2')
  const code = await codeFor(token, 'q1')
  expect(codeMailOf(at.mailbox.list('once@example.com'), 'withdraw')?.text).toContain('250.00 USDT → TXYZ…abcdef')
  expect(await confirm({ customerId, boundTo: 'q2', code })).toBe('codeWrong')
  expect(await confirm({ customerId, boundTo: '', code: `${code} q1` })).toBe('dataIncomplete')
  expect(await confirm({ customerId, boundTo: 'q1', code })).toBe('done')
  expect(await confirm({ customerId, boundTo: 'q1', code })).toBe('codeWrong')
})

test('of fifty who bring one code at once exactly one gets past', async () => {
  const { token, customerId } = await customer('fifty_at_once', 'q3')
  const code = await codeFor(token, 'q3')
  const came = await Promise.all(Array.from({ length: 50 }, () => confirm({ customerId, boundTo: 'q3', code })))
  expect(came.filter((one) => one === 'done')).toHaveLength(1)
  expect(new Set(came)).toEqual(new Set(['done', 'codeWrong', ...(came.includes('tooMany') ? ['tooMany'] : [])]))
})

test("a code of another scene or customer is worth nothing, and none is sent for another customer's quote", async () => {
  const amy = await customer('amy_confirms', 'q4')
  const ben = await customer('ben_confirms')
  expect(await codeFor(ben.token, 'q4')).toBe('40039')
  expect(await codeFor(amy.token, 'q4', 'address')).toBe('40020')
  const code = await codeFor(amy.token, 'q4', 'fundpwd')
  expect(await confirm({ customerId: amy.customerId, boundTo: 'q4', code })).toBe('codeWrong')
  expect(await confirm({ customerId: ben.customerId, scene: 'fundpwd', boundTo: 'q4', code })).toBe('codeWrong')
  expect(await confirm({ customerId: amy.customerId, scene: 'fundpwd', boundTo: 'q4', code })).toBe('done')
})

test('who is not signed in is sent none, nor anybody at an address that is not the own one', async () => {
  const { token } = await customer('own_address', 'q5')
  const send = (body: object, options = {}) =>
    at.post('login/sendCode', { scene: 'withdraw', quoteId: 'q5', ...body }, options)
  expect((await send({ to: 'own_address@example.com' })).code).toBe(401)
  expect((await send({ to: 'thief@example.com' }, { token })).params['fields']).toEqual([
    { field: 'to', reason: 'different' },
  ])
  expect((await send({ quoteId: '' }, { token })).params['fields']).toEqual([{ field: 'quoteId', reason: 'missing' }])
})

test('without a code the response names what would be accepted', async () => {
  const { customerId } = await customer('asks_first')
  await expect(at.auth.requireStepUp({ customerId, scene: 'withdraw', boundTo: 'q' }, call)).rejects.toMatchObject({
    key: 'proofNeeded',
    params: { accepts: ['code'] },
  })
})

test('where there is an app its code confirms, once, and a mailed one does not', async () => {
  const { user, token, shown } = await factorPeople(at).withApp('has_app')
  quotes.set('q6', user.id)
  const options = { customerId: user.id, boundTo: 'q6' }
  const code = await codeFor(token, 'q6')
  expect(await confirm({ ...options, code })).toBe('proofNeeded')
  at.clock.advance(stepMs)
  const otp = shown()
  const came = await Promise.all(Array.from({ length: 5 }, () => confirm({ ...options, otp })))
  expect(came.filter((one) => one === 'done')).toHaveLength(1)
  expect(await confirm({ ...options, otp })).not.toBe('done')
})

test('a passkey confirms the operation it was shown, and no other', async () => {
  const { user, device } = await factorPeople(at).withPasskey('has_passkey')
  const shownFor = async (boundTo: string) => {
    const pending = at.auth.requireStepUp({ customerId: user.id, scene: 'withdraw', boundTo }, call)
    const requested = (await pending.catch((cause: unknown) => cause)) as { params: { challenge: never } }
    return device.assert(requested.params.challenge)
  }
  const options = { customerId: user.id, boundTo: 'q7', scene: 'withdraw' } as const
  const [first, second] = [await shownFor('q7'), await shownFor('q8')]
  const come = (passkey: typeof first) =>
    at.auth.requireStepUp({ ...options, passkey }, call).then(
      () => 'done',
      ({ key }: Refusal) => key,
    )
  expect([await come(second), await come(first), await come(first)]).toEqual(['codeWrong', 'done', 'codeWrong'])
})

test('password and second factor leave the time of their change; a new account has none', async () => {
  const { token, customerId } = await customer('changes')
  expect(await at.auth.securityChangedAt(customerId)).toBeUndefined()
  const fresh = 'nine slow otters swim'
  await at.post('user/repassword', { old: 'correct horse battery', new: fresh, confirm: fresh }, { token })
  expect(await at.auth.securityChangedAt(customerId)).toBe(at.clock.now())
  const { user } = await factorPeople(at).withApp('changes_factor')
  expect(await at.auth.securityChangedAt(user.id)).toBe(at.clock.now() - stepMs)
})

test('codes that a stranger has sent to an address leave its owner those of the account', async () => {
  const { token } = await customer('besieged', 'q_besieged')
  at.clock.advance(3_600_000)
  for (let sent = 0; sent < 5; sent += 1) {
    const request = { to: 'besieged@example.com', scene: 'reset' }
    expect((await at.post('login/sendCode', request, { ip: `198.18.0.${networks++}` })).code).toBe(200)
    at.clock.advance(60_000)
  }
  const more = await at.post('login/sendCode', { to: 'besieged@example.com', scene: 'unfreeze' }, { ip: '198.18.1.1' })
  expect(more.code).toBe(40029)
  expect(await codeFor(token, 'q_besieged')).toMatch(/^[0-9]{6}$/)
})

test('codes of the account are one a minute and five an hour too, from wherever they are requested', async () => {
  const { token } = await customer('in_a_hurry', 'q_hurry')
  at.clock.advance(3_600_000)
  const request = { to: '', scene: 'withdraw', quoteId: 'q_hurry' }
  const send = () => at.post('login/sendCode', request, { token, ip: `198.19.0.${networks++}` })
  expect((await send()).code).toBe(200)
  expect((await send()).params).toEqual({ retryAfterS: 60 })
  for (let sent = 1; sent < 5; sent += 1) {
    at.clock.advance(60_000)
    expect((await send()).code).toBe(200)
  }
  at.clock.advance(60_000)
  expect((await send()).code).toBe(40029)
})
