import { createLifecycle } from '../../app/lifecycle.ts'
import { silentLog } from '../../kernel/log.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { goodPassword, people, type Response } from '../../../test/fixtures/customers.ts'
import { owned } from '../../kernel/db/db.ts'
import { networkOf, traceOf } from './mask-caller.ts'
import { recordFailedSignIn } from './sign-ins.store.ts'

const database = await testDatabase()
const at = people(database)
afterAll(async () => {
  await at.close()
  await database.close()
})

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
type Listed = { id: string; current: boolean; place: string; browser: string | null; system: string | null }
type Past = { at: number; outcome: string; newDevice: boolean; place: string; browser: string | null }

const signIn = async (account: string, params: { ip: string; agent?: string; password?: string }): Promise<Response> =>
  at.post(
    'login/login',
    { account, password: params.password ?? goodPassword },
    { ip: params.ip, headers: { 'user-agent': params.agent ?? firefox } },
  )
const tokenOf = (response: Response): string => (response.result as { token: string }).token
const list = async (token: string): Promise<Listed[]> => (await at.get('user/sessions', { token })).result
const history = async (token: string): Promise<Past[]> => (await at.get('user/loginHistory', { token })).result
const isAlive = async (token: string): Promise<boolean> =>
  (await at.post('user/getUserInfo', {}, { token })).code === 200

describe('the sessions of a customer', () => {
  let first = ''
  let second = ''
  beforeAll(async () => {
    first = (await at.customer('lister')).token
    at.clock.advance(1000)
    second = tokenOf(await signIn('lister', { ip: '203.0.113.77', agent: safari }))
  })

  test('are listed with the program in words, the network masked, and the own one marked', async () => {
    const listed = await list(second)
    expect(listed).toHaveLength(2)
    expect(listed[0]).toMatchObject({ current: true, place: '203.0.113.*', browser: 'Safari', system: 'iPhone' })
    expect(listed[1]?.current).toBe(false)
    expect(JSON.stringify(listed)).not.toMatch(/203\.0\.113\.77|token|hash|Mozilla/)
    expect((await list(first)).find(({ current }) => current)?.id).toBe(listed[1]?.id)
  })

  test("another customer's session is not found, exactly as one that does not exist", async () => {
    const [theirs] = await list((await at.customer('stranger')).token)
    const other = await at.remove(`user/sessions/${theirs?.id}`, { token: first })
    const unknown = await at.remove('user/sessions/01900000-0000-7000-8000-000000000000', { token: first })
    const bare = (response: Response): object => ({ ...response, headers: {}, traceId: '' })
    expect(other.code).toBe(40039)
    expect(bare(other)).toEqual(bare(unknown))
    expect((await at.remove(`user/sessions/${theirs?.id}`)).code).toBe(401)
  })

  test('are ended one by one, at once', async () => {
    const [, other] = await list(second)
    expect(await at.remove(`user/sessions/${other?.id}`, { token: second })).toMatchObject({ code: 200, notice: 20007 })
    expect([await isAlive(first), await isAlive(second)]).toEqual([false, true])
    expect((await at.remove(`user/sessions/${other?.id}`, { token: second })).code).toBe(40039)
  })

  test('are ended all but the one of the call', async () => {
    const others = await Promise.all(
      ['100.80.0.1', '100.80.0.2'].map(async (ip) => tokenOf(await signIn('lister', { ip }))),
    )
    // It may lock every other session out, so a stolen session alone is not enough.
    expect((await at.remove('user/sessions', { token: second })).code).toBe(40036)
    await at.post('user/proof', { password: goodPassword }, { token: second })
    expect(await at.remove('user/sessions', { token: second })).toMatchObject({
      code: 200,
      notice: 20007,
      result: { ended: 2 },
    })
    expect(await Promise.all([second, ...others].map(isAlive))).toEqual([true, false, false])
  })
})

test('a customer has at most a hundred sessions: the one unused for longest makes room, never another customer’s', async () => {
  const first = (await at.customer('crowd')).token
  const neighbour = (await at.customer('crowd_neighbour')).token
  const second = tokenOf(await signIn('crowd', { ip: '100.84.0.1' }))
  await database.asOwner(`
    insert into auth.sessions (token_hash, id, customer_id, created_at, used_at, ends_at)
    select sha256(n::text::bytea), gen_random_uuid(), c.id, now(), to_timestamp(${at.clock.now() / 1000} + n), to_timestamp(${at.clock.now() / 1000 + 86_400})
    from generate_series(1, 98) n, accounts.customers c where c.username = 'crowd'`)
  at.clock.advance(200_000)
  await signIn('crowd', { ip: '100.84.0.2' })
  const restarted = people(database)
  restarted.clock.set(at.clock.now())
  const alive = async (token: string): Promise<boolean> =>
    (await restarted.post('user/getUserInfo', {}, { token })).code === 200
  expect([await alive(first), await alive(second), await alive(neighbour)]).toEqual([false, true, true])
  expect(await list(second)).toHaveLength(100)
  await restarted.close()
})

describe('the sign-ins of the past', () => {
  test('list what came in and what did not, newest first, new devices marked; no customer sees another’s', async () => {
    const { token } = await at.customer('past')
    at.clock.advance(1000)
    await signIn('past', { ip: '100.81.0.1', password: 'wrong password here' })
    await at.auth.idle()
    at.clock.advance(1000)
    await signIn('past', { ip: '100.81.0.2' })
    at.clock.advance(1000)
    await signIn('past', { ip: '100.81.0.3' })
    expect(await history(token)).toMatchObject([
      { outcome: 'SIGNED_IN', newDevice: false, place: '100.81.0.*', browser: 'Firefox' },
      { outcome: 'SIGNED_IN', newDevice: true },
      { outcome: 'WRONG_PASSWORD', newDevice: false },
      { outcome: 'SIGNED_IN' },
    ])
    expect(await history((await at.customer('past_other')).token)).toHaveLength(1)
  })

  test('a flood of wrong passwords is fifty rows a day and hides no sign-in', async () => {
    const { token } = await at.customer('flooded')
    for (let i = 0; i < 55; i++) await signIn('flooded', { ip: `100.82.${i}.1`, password: 'wrong password here' })
    await at.auth.idle()
    const rows = await history(token)
    expect(rows.filter(({ outcome }) => outcome === 'WRONG_PASSWORD')).toHaveLength(50)
    expect(rows.filter(({ outcome }) => outcome === 'SIGNED_IN')).toHaveLength(1)
  })

  test('wrong passwords at the same moment are no more than fifty either', async () => {
    const { user, token } = await at.customer('flooded_at_once')
    const db = owned<'auth'>(database.pools.api)
    const trace = { place: '100.84.0.*', browser: null, system: null }
    const failed = { customerId: user.id, at: at.clock.now(), outcome: 'WRONG_PASSWORD', trace } as const
    await Promise.all(Array.from({ length: 60 }, () => recordFailedSignIn(db, failed)))
    expect((await history(token)).filter(({ outcome }) => outcome === 'WRONG_PASSWORD')).toHaveLength(50)
  })

  test('are forgotten after 90 days', async () => {
    await at.customer('long_ago')
    at.clock.advance(90 * 86_400_000)
    const token = tokenOf(await signIn('long_ago', { ip: '100.83.0.1' }))
    expect(await history(token)).toHaveLength(1)
    const jobs = createLifecycle([at.auth], { clock: at.clock, log: silentLog })
    await jobs.start()
    const old = `select count(*)::int as n from auth.sign_ins where at < to_timestamp(${at.clock.now() / 1000 - 90 * 86_400})`
    let left = -1
    for (let rounds = 0; left !== 0 && rounds < 200; rounds++) {
      const [row] = (await database.asOwner(old)) as { n: number }[]
      left = row?.n ?? -1
    }
    await jobs.stop()
    expect(left).toBe(0)
  })
})

test.each([
  ['203.0.113.77', '203.0.113.*'],
  ['2001:db8:7:9::1', '2001:db8:7::/48'],
  ['::ffff:203.0.113.77', '203.0.113.*'],
  ['not an address', ''],
])('the network of %s is %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})

test.each([
  [firefox, 'Firefox', 'Windows'],
  [safari, 'Safari', 'iPhone'],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome',
    'Linux',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge',
    'Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    'Samsung Internet',
    'Android',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari',
    'macOS',
  ],
  ['curl/8.14.1', 'curl', null],
  ['', null, null],
  ['x'.repeat(300), null, null],
])('%s is named in words', (userAgent, browser, system) => {
  expect(traceOf({ ip: '203.0.113.1', userAgent })).toMatchObject({ browser, system })
})
