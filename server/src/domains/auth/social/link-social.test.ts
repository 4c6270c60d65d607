import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { mailAbout } from '../../../../test/fixtures/mailed-codes.ts'
import { openIdPeople, type Browser } from '../../../../test/fixtures/openid-customers.ts'
import { goodPassword, type Response } from '../../../../test/fixtures/customers.ts'

const database = await testDatabase()
const social = await openIdPeople(database, { limits: true })
const { at } = social
afterAll(async () => {
  await social.close()
  await database.close()
})

type Link = { linkToken: string; accepts: string[] }
/** What Google states about the owner of an address that has an account here. */
const vouched = (name: string) => ({ sub: `sub-${name}`, email: `${name}@example.com`, email_verified: true })
const linkOf = (response: Response): Link => response.params as unknown as Link
const reasonOf = (response: Response): unknown =>
  (response.params as unknown as { fields: { field: string; reason: string }[] }).fields[0]
const idOf = (response: Response): string => (response.result as { user: { id: string } }).user.id

async function requested(name: string): Promise<{ browser: Browser; link: Link }> {
  const browser = social.browser()
  const response = await social.signIn(browser, 'google', vouched(name))
  expect(response).toMatchObject({ code: 40035, params: { provider: 'google', email: `${name}@example.com` } })
  return { browser, link: linkOf(response) }
}
const mailedCode = async (name: string, scene: 'reset' | 'link'): Promise<string> => {
  at.clock.advance(60_000)
  return at.codeFor(`${name}@example.com`, scene)
}

test('an address that has an account is linked by its password, once, and then signs in by itself', async () => {
  const { user } = await at.customer('linker')
  const { browser, link } = await requested('linker')
  expect(link.accepts).toEqual(['password', 'code'])
  const { linkToken } = link
  expect((await browser.post('login/linkSocial', { linkToken, password: 'not the password' })).code).toBe(10004)
  const linked = await browser.post('login/linkSocial', { linkToken, password: goodPassword })
  expect([linked.code, idOf(linked)]).toEqual([200, user.id])
  expect(reasonOf(await browser.post('login/linkSocial', { linkToken, password: goodPassword }))).toEqual({
    field: 'linkToken',
    reason: 'ended',
  })
  expect(idOf(await social.signIn(social.browser(), 'google', vouched('linker')))).toBe(user.id)
  await at.auth.idle()
  expect(at.mailbox.list('linker@example.com').map(({ subject }) => subject)).toContain(
    'Login with Google was added to your Evenhand account',
  )
  // The password is as good as before.
  expect((await social.browser().post('login/login', { account: 'linker', password: goodPassword })).code).toBe(200)
})

test('a new password leaves a link as it is, and its mail reports it', async () => {
  await at.customer('outlived')
  const { browser, link } = await requested('outlived')
  await browser.post('login/linkSocial', { linkToken: link.linkToken, password: goodPassword })
  const code = await mailedCode('outlived', 'reset')
  const fresh = 'nine slow otters swim'
  await social.browser().post('user/repassword', { account: 'outlived', code, new: fresh, confirm: fresh })
  await at.auth.idle()
  const { text } = mailAbout(at.mailbox.list('outlived@example.com'), 'Your Evenhand password was changed')
  expect(text).toContain('Besides the password, you can log in with: Google.')
  expect((await social.signIn(social.browser(), 'google', vouched('outlived'))).code).toBe(200)
})

test('or by a code of its own scene, which is good once', async () => {
  const { user } = await at.customer('by_code')
  const { browser, link } = await requested('by_code')
  const { linkToken } = link
  const reset = await mailedCode('by_code', 'reset')
  expect((await browser.post('login/linkSocial', { linkToken, code: reset })).code).toBe(10091)
  const code = await mailedCode('by_code', 'link')
  const linked = await browser.post('login/linkSocial', { linkToken, code })
  expect([linked.code, idOf(linked)]).toEqual([200, user.id])
  const { browser: second, link: other } = await linkedWithApple('by_code')
  expect((await second.post('login/linkSocial', { linkToken: other.linkToken, code })).code).toBe(10091)
})

async function linkedWithApple(name: string): Promise<{ browser: Browser; link: Link }> {
  const browser = social.browser()
  const response = await social.signIn(browser, 'apple', { ...vouched(name), sub: `apple-${name}` })
  expect(response.code).toBe(40035)
  return { browser, link: linkOf(response) }
}

test('neither proof, both, or none of this account: nothing is linked', async () => {
  await at.customer('guarded')
  await at.customer('stranger')
  const { browser, link } = await requested('guarded')
  const { linkToken } = link
  const code = await mailedCode('stranger', 'link')
  expect((await browser.post('login/linkSocial', { linkToken })).code).toBe(40020)
  expect((await browser.post('login/linkSocial', { linkToken, password: goodPassword, code: '1' })).code).toBe(40020)
  expect((await browser.post('login/linkSocial', { linkToken, code })).code).toBe(10091)
  expect((await browser.post('login/linkSocial', { linkToken: `${linkToken.slice(1)}A`, code })).code).toBe(40020)
  expect((await social.signIn(social.browser(), 'google', vouched('guarded'))).code).toBe(40035)
})

test('a link token has five tries and ten minutes', async () => {
  await at.customer('tried')
  const first = await requested('tried')
  for (let i = 0; i < 5; i++) {
    const response = await first.browser.post('login/linkSocial', { linkToken: first.link.linkToken, code: '000000' })
    expect(response.code).toBe(10091)
  }
  const sixth = await first.browser.post('login/linkSocial', {
    linkToken: first.link.linkToken,
    password: goodPassword,
  })
  expect(reasonOf(sixth)).toEqual({ field: 'linkToken', reason: 'ended' })
  const second = await requested('tried')
  at.clock.advance(600_000)
  const late = await second.browser.post('login/linkSocial', {
    linkToken: second.link.linkToken,
    password: goodPassword,
  })
  expect(reasonOf(late)).toEqual({ field: 'linkToken', reason: 'ended' })
})

test('guesses of a password here count with those of signing in', async () => {
  await at.customer('guessed')
  const ip = '203.0.113.77'
  for (let i = 0; i < 4; i++)
    expect(
      (await at.post('login/login', { account: 'guessed@example.com', password: 'x'.repeat(10) }, { ip })).code,
    ).toBe(10004)
  const { browser, link } = await requested('guessed')
  const { linkToken } = link
  expect((await browser.post('login/linkSocial', { linkToken, password: 'x'.repeat(10) }, { ip })).code).toBe(10004)
  expect(await browser.post('login/linkSocial', { linkToken, password: goodPassword }, { ip })).toMatchObject({
    status: 429,
    code: 40029,
  })
})

test('of twenty calls at once with one token and one code, one links', async () => {
  await at.customer('raced')
  const { browser, link } = await requested('raced')
  const code = await mailedCode('raced', 'link')
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => browser.post('login/linkSocial', { linkToken: link.linkToken, code })),
  )
  // The others are refused at once: none waits for a deadlock that the database has to end.
  expect(responses.map((response) => response.code).toSorted()).toEqual([
    200,
    ...Array.from({ length: 19 }, () => 40020),
  ])
  expect(await database.asOwner(`select count(*)::int as n from auth.identities where subject = 'sub-raced'`)).toEqual([
    { n: 1 },
  ])
})

test('two link tokens for two accounts never give one identity to both', async () => {
  await at.customer('moved_a')
  await at.customer('moved_b')
  const a = await requested('moved_a')
  const browser = social.browser()
  const other = await social.signIn(browser, 'google', { ...vouched('moved_b'), sub: 'sub-moved_a' })
  const b = linkOf(other)
  const responses = await Promise.all([
    a.browser.post('login/linkSocial', { linkToken: a.link.linkToken, password: goodPassword }),
    browser.post('login/linkSocial', { linkToken: b.linkToken, password: goodPassword }),
  ])
  expect(responses.map((response) => response.code).toSorted()).toEqual([200, 40020])
})

test('an account with a victim’s address that was never verified: neither gets what is the other’s', async () => {
  const attacker = await at.customer('prehijack')
  await database.asOwner(`update accounts.customers set email_verified_at = null where id = '${attacker.user.id}'`)
  // The victim signs in with Google: no session, and no way in by the mail that only the victim reads.
  const { browser, link } = await requested('prehijack')
  expect(link.accepts).toEqual(['password'])
  const code = await mailedCode('prehijack', 'link')
  expect(reasonOf(await browser.post('login/linkSocial', { linkToken: link.linkToken, code }))).toEqual({
    field: 'code',
    reason: 'unavailable',
  })
  // The attacker's session and password open the attacker's account as before, and nothing of the victim's.
  const listed = await at.get('user/social', { token: attacker.token })
  expect([listed.code, listed.result]).toEqual([200, []])
  expect(await database.asOwner(`select 1 from auth.identities where subject = 'sub-prehijack'`)).toEqual([])
})

test('an account that was frozen meanwhile is not entered by a link', async () => {
  await at.customer('chilled')
  const { browser, link } = await requested('chilled')
  await database.asOwner(`update accounts.customers set status = 'FROZEN_BY_USER' where username = 'chilled'`)
  const { linkToken } = link
  expect((await browser.post('login/linkSocial', { linkToken, password: 'not the password' })).code).toBe(10004)
  expect((await browser.post('login/linkSocial', { linkToken, password: goodPassword })).code).toBe(10005)
  expect(await database.asOwner(`select 1 from auth.identities where subject = 'sub-chilled'`)).toEqual([])
})

test('no token and no address of a provider is in what the database keeps', async () => {
  await at.customer('kept')
  const { link } = await requested('kept')
  const rows = JSON.stringify([
    ...(await database.asOwner(`select * from auth.social_tickets`)),
    ...(await database.asOwner(`select * from auth.social_states`)),
    ...(await database.asOwner(`select * from auth.identities`)),
  ])
  expect(rows).not.toContain(link.linkToken)
  expect(rows).not.toContain('eyJ')
})
