import type { CodeScene } from '@evenhand/protocol/accounts.ts'
import type { KyselyPlugin } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { people } from '../../../test/fixtures/customers.ts'
import type { Call } from '../../kernel/http/http.ts'
import { createPasswords, type Passwords } from '../../kernel/crypto/passwords.ts'
import { Refusal } from '../../kernel/http/refusal.ts'

// Time is the work that a response waits for: statements requested from the database, in order, and passwords hashed. A clock
// on a shared machine shows less, and less reliably, than counting these.
const database = await testDatabase()
const work: string[] = []
const counting: KyselyPlugin = {
  transformQuery: ({ node }) => (work.push(shapeOf(node)), node),
  transformResult: async ({ result }) => result,
}
/** A statement without its values: the fragments of a raw one, the kind and the tables of a built one. */
const shapeOf = (node: object): string =>
  JSON.stringify(node, (key, value: unknown) =>
    key === 'value' || key === 'values' || key === 'parameters' ? '' : value,
  )
const passwords = createPasswords({ running: 2, waiting: 100 })
const countedPasswords: Passwords = {
  hash: (password) => (work.push('hash'), passwords.hash(password)),
  verify: (password, hash) => (work.push('verify'), passwords.verify(password, hash)),
}
const counted: TestDatabase = Object.create(database, {
  pools: { value: { ...database.pools, api: database.pools.api.withPlugin(counting) } },
}) as TestDatabase
let stuck = false
let unsent: (() => void)[] = []
const carry = (): Promise<void> => (stuck ? new Promise((resolve) => void unsent.push(resolve)) : Promise.resolve())
const at = people(counted, {
  passwords: countedPasswords,
  limits: false,
  // A mail server that does not respond: no request may wait for it where only customers are written to.
  mail: { send: carry, close: () => {} },
})
const helper = people(database, { limits: false })
afterAll(async () => {
  await Promise.all([at.close(), helper.close()])
  await database.close()
})

const call = {
  ip: '203.0.113.9',
  lang: 'en',
  isLangRequested: true,
  userAgent: '',
  token: '',
  session: { id: '', customerId: '', accountId: 0n, country: '', lang: 'en' },
  requester: { browser: false, secure: false, origin: 'http://localhost' },
  cookie: () => '',
  setCookie: () => {},
} as unknown as Call

/** The response to a request, and the work that was done until it came. */
async function workOf(request: () => Promise<unknown>): Promise<{ response: unknown; work: string[] }> {
  work.length = 0
  stuck = true
  const outcome = await request().then(
    (response) => ({ response, work: [...work] }),
    (cause: unknown) => {
      if (!(cause instanceof Refusal)) throw cause
      return { response: [cause.code, cause.params], work: [...work] }
    },
  )
  stuck = false
  for (const sent of unsent) sent()
  unsent = []
  await at.auth.idle()
  return outcome
}

const password = 'wrong password here'
const form = { new: 'nine slow otters swim', confirm: 'nine slow otters swim' }
const requests: Readonly<Record<string, (account: string) => Promise<unknown>>> = {
  login: (account) => at.auth.login({ account, password }, call),
  'login by user name': (account) => at.auth.login({ account: account.split('@')[0] ?? '', password }, call),
  'reset with a wrong code': (account) => at.auth.repassword({ account, code: 'xxxxxx', ...form }, call),
  'reset by user name': (account) =>
    at.auth.repassword({ account: account.split('@')[0] ?? '', code: 'xxxxxx', ...form }, call),
  'unfreeze with a wrong code': (account) => at.auth.unfreeze({ account, code: 'xxxxxx' }, call),
  ...Object.fromEntries(
    (['reset', 'unfreeze', 'link'] as const satisfies CodeScene[]).map((scene) => [
      `sendCode ${scene}`,
      (to: string) => at.auth.sendCode({ to, scene }, call),
    ]),
  ),
}

test.each(Object.entries(requests))(
  '%s: a known and an unknown account get the same response after the same work',
  async (name, request) => {
    const id = Object.keys(requests).indexOf(name)
    await helper.customer(`known_${id}`)
    const known = await workOf(() => request(`known_${id}@example.com`))
    const unknown = await workOf(() => request(`nobody_${id}@example.com`))
    expect(known.response).toEqual(unknown.response)
    expect(known.work.length).toBeGreaterThan(0)
    expect(known.work).toEqual(unknown.work)
    if (name.startsWith('login')) expect(known.work.filter((one) => one === 'verify')).toHaveLength(1)
  },
)

test.each(['reset', 'unfreeze'] as const)(
  'a wrong code of scene %s has as many tries left where none was sent',
  async (scene) => {
    await helper.customer(`tried_${scene}`)
    const lefts: unknown[] = []
    for (const account of [`tried_${scene}@example.com`, `untried_${scene}@example.com`]) {
      await at.auth.sendCode({ to: account, scene }, call)
      const use = (): Promise<unknown> =>
        scene === 'reset'
          ? at.auth.repassword({ account, code: 'xxxxxx', ...form }, call)
          : at.auth.unfreeze({ account, code: 'xxxxxx' }, call)
      for (let i = 0; i < 6; i++) lefts.push((await workOf(use)).response)
    }
    expect(lefts.slice(0, 6)).toEqual(lefts.slice(6))
    expect(lefts.slice(0, 6)).toEqual([4, 3, 2, 1, 0, 0].map((left) => [10091, { left }]))
  },
)

test('a stranger is mailed nothing, whatever the scene', async () => {
  for (const scene of ['reset', 'unfreeze', 'link'] as const)
    expect((await helper.post('login/sendCode', { to: 'stranger@example.com', scene })).code).toBe(200)
  await helper.auth.idle()
  expect(helper.mailbox.list('stranger@example.com')).toEqual([])
})
