import { createLifecycle } from '../../app/lifecycle.ts'
import { silentLog } from '../../kernel/log.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { mailAbout } from '../../../test/fixtures/mailed-codes.ts'
import { goodPassword, people, type Response } from '../../../test/fixtures/customers.ts'
import { sql } from '../../kernel/db/db.ts'
import { hourMs } from '@evenhand/protocol/durations.ts'
import { promised } from '../../../test/promised.ts'

const database = await testDatabase()
const at = people(database)
afterAll(async () => {
  await at.close()
  await database.close()
})

let networks = 0
const freshAddress = (): string => `100.90.${(networks >> 8) & 255}.${networks++ & 255}`
const signIn = (account: string, options: { ip?: string; agent?: string; password?: string } = {}): Promise<Response> =>
  at.post(
    'login/login',
    { account, password: options.password ?? goodPassword },
    { ip: options.ip ?? freshAddress(), headers: { 'user-agent': options.agent ?? 'curl/8.14.1' } },
  )
const isAlive = async (token: string): Promise<boolean> =>
  (await at.post('user/getUserInfo', {}, { token })).code === 200
const subjects = async (name: string): Promise<string[]> => {
  await at.auth.idle()
  return at.mailbox.list(`${name}@example.com`).map(({ subject }) => subject)
}
const linkIn = async (name: string): Promise<string> => {
  await at.auth.idle()
  const text = at.mailbox.list(`${name}@example.com`).find((mail) => mail.text.includes('/pass/freeze'))?.text ?? ''
  return /\/pass\/freeze\?token=([A-Za-z0-9_-]{43})\n/.exec(text)?.[1] ?? ''
}
const freeze = (token: string): Promise<Response> => at.post('user/freeze', { token }, { ip: freshAddress() })
const unfreezeCode = async (name: string): Promise<string> => {
  at.clock.advance(60_000)
  return at.codeFor(`${name}@example.com`, 'unfreeze')
}
const unfreeze = (account: string, code: string): Promise<Response> =>
  at.post('user/unfreeze', { account, code }, { ip: freshAddress() })
const setStatus = (name: string, status: string) =>
  sql`update accounts.customers set status = ${status}, closed_at = case when ${status} = 'CLOSED' then now() end
    where username = ${name}`.execute(database.pools.api)

describe('a device never seen before', () => {
  const newDevice = 'New login to your Evenhand account'

  test('is mailed once: neither the one that registered, nor the same one again, nor an update of its program', async () => {
    await at.customer('devices')
    expect(await subjects('devices')).not.toContain(newDevice)
    const ip = freshAddress()
    const firefox = (version: number): string =>
      `Mozilla/5.0 (X11; Linux x86_64; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`
    for (const version of [140, 140, 141]) await signIn('devices', { ip, agent: firefox(version) })
    expect((await subjects('devices')).filter((subject) => subject === newDevice)).toHaveLength(1)
    await signIn('devices', { ip })
    expect((await subjects('devices')).filter((subject) => subject === newDevice)).toHaveLength(2)
    const { text } = mailAbout(at.mailbox.list('devices@example.com'), newDevice)
    expect(text).toContain(`Network: ${ip.replace(/\d+$/, '*')}`)
    expect(text).toContain('Program: curl')
    expect(text).not.toContain(ip)
  })

  test('can be stopped by the link in its mail for six hours, which needs no session and works twice', async () => {
    const { token } = await at.customer('linked')
    const thief = (await signIn('linked')).result as { token: string }
    const link = await linkIn('linked')
    expect(link).not.toBe('')
    expect(await freeze(link)).toMatchObject({ code: 200, result: { frozenAt: at.clock.now() } })
    expect([await isAlive(token), await isAlive(thief.token)]).toEqual([false, false])
    expect((await freeze(link)).code).toBe(200)
    expect(await signIn('linked')).toMatchObject({ code: 10005, params: { status: 'FROZEN_BY_USER' } })
    expect((await signIn('linked', { password: 'wrong password here' })).code).toBe(10004)
    expect(await subjects('linked')).toContain('Your Evenhand account is frozen')
  })

  test('cannot be stopped by an old link, a forged one, or by opening it', async () => {
    const { token } = await at.customer('expired')
    await signIn('expired')
    const link = await linkIn('expired')
    for (const forged of ['', 'A'.repeat(43), link.slice(1), `${link}A`, link.toLowerCase()])
      expect((await freeze(forged)).code).toBe(40039)
    expect((await at.app.inject({ method: 'GET', url: `/swx/customer/user/freeze?token=${link}` })).statusCode).toBe(
      404,
    )
    at.clock.advance(6 * hourMs)
    expect((await freeze(link)).code).toBe(40039)
    expect(await isAlive(token)).toBe(true)
    const stored = await sql<{ row: string }>`select l::text as row from auth.freeze_links l`.execute(
      database.pools.api,
    )
    expect(stored.rows.map(({ row }) => row).join()).not.toContain(link)
  })
})

describe('freezing', () => {
  test('by the own session ends it; without session or link it is 401', async () => {
    const { token } = await at.customer('self')
    expect((await at.post('user/freeze', {})).code).toBe(401)
    expect((await at.post('user/freeze', {}, { token })).code).toBe(200)
    expect(await isAlive(token)).toBe(false)
    expect((await signIn('self')).code).toBe(10005)
  })

  test('of twenty at once is one freeze and no error', async () => {
    const { token } = await at.customer('twenty')
    await signIn('twenty')
    const link = await linkIn('twenty')
    const responses = await Promise.all(Array.from({ length: 20 }, () => freeze(link)))
    expect(responses.map(({ code }) => code)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(await isAlive(token)).toBe(false)
  })

  test('leaves no session to a sign-in that was under way', async () => {
    for (let round = 0; round < 8; round++) {
      const name = `freeze_race_${round}`
      const { token } = await at.customer(name)
      const [signedIn] = await Promise.all([signIn(name), at.post('user/freeze', {}, { token })])
      expect(await isAlive(signedIn.code === 200 ? (signedIn.result as { token: string }).token : '')).toBe(false)
    }
  })

  test('is returned at once to more sign-ins under way than there are connections', async () => {
    await at.customer('frozen_many')
    const logins = await database.owner.transaction().execute(async (tx) => {
      await sql`update accounts.customers set status = 'FROZEN_BY_USER' where username = 'frozen_many'`.execute(tx)
      const begun = Array.from({ length: 12 }, () => signIn('frozen_many'))
      // Every connection of the pool waits for this row.
      await expect
        .poll(() =>
          database.asOwner(`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%for share%'
            and datname = current_database()`),
        )
        .toHaveLength(8)
      return begun
    })
    const began = performance.now()
    expect(new Set((await Promise.all(logins)).map(({ code }) => code))).toEqual(new Set([10005]))
    expect(performance.now() - began).toBeLessThan(promised(5000))
  })

  test('a restricted account ends its sessions and reports why it is not frozen', async () => {
    const { token } = await at.customer('restricted_one')
    await setStatus('restricted_one', 'RESTRICTED')
    expect(await isAlive(token)).toBe(true)
    expect(await at.post('user/freeze', {}, { token })).toMatchObject({ code: 10008, params: { reason: 'RESTRICTED' } })
    expect(await isAlive(token)).toBe(false)
  })
})

test('a new password is no way out of a freeze', async () => {
  const { token } = await at.customer('frozen_reset')
  await at.post('user/freeze', {}, { token })
  at.clock.advance(60_000)
  const code = await at.codeFor('frozen_reset@example.com', 'reset')
  const fresh = 'nine slow otters swim'
  const request = { account: 'frozen_reset', code, new: fresh, confirm: fresh }
  expect(await at.post('user/repassword', request, { ip: freshAddress() })).toMatchObject({ code: 200, result: {} })
  expect(await signIn('frozen_reset', { password: fresh })).toMatchObject({ code: 10005 })
})

describe('unfreezing', () => {
  test('takes a code and 24 hours; a repeated request does not defer it; then a sign-in works and is notified', async () => {
    const { token } = await at.customer('thawed')
    await at.post('user/freeze', {}, { token })
    const response = await unfreeze('thawed@example.com', await unfreezeCode('thawed'))
    const { unfreezesAt } = response.result as { unfreezesAt: number }
    expect(unfreezesAt).toBe(at.clock.now() + 24 * hourMs)
    at.clock.advance(hourMs)
    expect((await unfreeze('thawed', await unfreezeCode('thawed'))).result).toEqual({ unfreezesAt })
    at.clock.set(unfreezesAt - 1)
    expect(await signIn('thawed')).toMatchObject({ code: 10005, params: { status: 'FROZEN_BY_USER', unfreezesAt } })
    at.clock.set(unfreezesAt)
    const signedIn = await signIn('thawed')
    expect(signedIn).toMatchObject({ code: 200, result: { user: { status: 'ACTIVE' } } })
    expect(await subjects('thawed')).toEqual(
      expect.arrayContaining(['Your Evenhand account is being unfrozen', 'Your Evenhand account is unfrozen']),
    )
    expect(await isAlive(token)).toBe(false)
  })

  test('happens by itself as the clock passes, and is mailed once', async () => {
    const { token } = await at.customer('by_itself')
    await at.post('user/freeze', {}, { token })
    await unfreeze('by_itself', await unfreezeCode('by_itself'))
    at.clock.advance(24 * hourMs)
    const jobs = createLifecycle([at.auth], { clock: at.clock, log: silentLog })
    await jobs.start()
    let status = ''
    for (let rounds = 0; status !== 'ACTIVE' && rounds < 200; rounds++) {
      const { rows } = await sql<{
        status: string
      }>`select status from accounts.customers where username = 'by_itself'`.execute(database.pools.api)
      status = rows[0]?.status ?? ''
    }
    await jobs.stop()
    expect(status).toBe('ACTIVE')
    await Promise.all([signIn('by_itself'), signIn('by_itself')])
    expect(
      (await subjects('by_itself')).filter((subject) => subject === 'Your Evenhand account is unfrozen'),
    ).toHaveLength(1)
  })

  test('gives back every account that it can, whatever fails of another', async () => {
    for (const name of ['given_never', 'given_back']) {
      const { token } = await at.customer(name)
      await at.post('user/freeze', {}, { token })
      await unfreeze(name, await unfreezeCode(name))
    }
    at.clock.advance(24 * hourMs)
    await sql`alter table accounts.customers add constraint stuck check (username <> 'given_never' or status <> 'ACTIVE') not valid`.execute(
      database.owner,
    )
    await at.auth.jobs.find(({ name }) => name === 'unfreeze accounts')?.run()
    await sql`alter table accounts.customers drop constraint stuck`.execute(database.owner)
    const { rows } = await sql<{ username: string; status: string }>`
      select username, status from accounts.customers where username like 'given%' order by username`.execute(
      database.pools.api,
    )
    expect(rows.map(({ status }) => status)).toEqual(['ACTIVE', 'FROZEN_BY_USER'])
  })

  test('lets a customer sign in while another call or the job gives the account back', async () => {
    const { token } = await at.customer('awaited')
    await at.post('user/freeze', {}, { token })
    await unfreeze('awaited', await unfreezeCode('awaited'))
    at.clock.advance(24 * hourMs)
    const codes = await Promise.all(Array.from({ length: 4 }, async () => (await signIn('awaited')).code))
    expect(codes).toEqual([200, 200, 200, 200])
  })

  test('is undone by freezing again with the link of its own mail', async () => {
    const { token } = await at.customer('refrozen')
    await at.post('user/freeze', {}, { token })
    await unfreeze('refrozen', await unfreezeCode('refrozen'))
    expect((await freeze(await linkIn('refrozen'))).code).toBe(200)
    at.clock.advance(24 * hourMs)
    expect((await signIn('refrozen')).code).toBe(10005)
  })

  test('takes the right code once: of fifty at once one gets past, and a thousand guesses are five', async () => {
    const { token } = await at.customer('codes')
    await at.post('user/freeze', {}, { token })
    const code = await unfreezeCode('codes')
    const responses = await Promise.all(Array.from({ length: 50 }, () => unfreeze('codes', code)))
    expect(responses.filter((response) => response.code === 200)).toHaveLength(1)
    for (let i = 0; i < 5; i++) expect((await unfreeze('codes', 'xxxxxx')).code).toBe(10091)
    expect((await unfreeze('nobody_at_all', '123456')).code).toBe(10091)
  })

  test.each([
    ['ACTIVE', { code: 200, result: { unfreezesAt: null } }],
    ['CLOSED', { code: 10005, params: { status: 'CLOSED' } }],
    ['LEGAL_HOLD', { code: 10005, params: { status: 'LEGAL_HOLD' } }],
  ])('an account that is %s is refused with its status', async (status, expected) => {
    const name = `not_frozen_${status.toLowerCase()}`
    await at.customer(name)
    await setStatus(name, status)
    expect(await unfreeze(name, await unfreezeCode(name))).toMatchObject(expected)
  })
})

test.each([
  ['ACTIVE', 200, true],
  ['RESTRICTED', 200, true],
  ['LEGAL_HOLD', 200, true],
  ['FROZEN_BY_USER', 10005, false],
  ['CLOSED', 10005, false],
])(
  'a customer who is %s gets %i after the right password, 10004 after a wrong one, and keeps a session: %s',
  async (status, code, keeps) => {
    const name = `status_${status.toLowerCase()}`
    const { token } = await at.customer(name)
    expect(await isAlive(token)).toBe(true)
    await setStatus(name, status)
    // The database itself ends them, whichever role changes the status.
    await at.auth.refreshSessionsOf((await at.auth.findSession(token))?.customerId ?? '')
    expect(await isAlive(token)).toBe(keeps)
    expect((await signIn(name)).code).toBe(code)
    expect((await signIn(name, { password: 'wrong password here' })).code).toBe(10004)
  },
)
