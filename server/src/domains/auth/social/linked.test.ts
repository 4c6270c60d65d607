import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { mailAbout } from '../../../../test/fixtures/mailed-codes.ts'
import { declaration, openIdPeople, type Browser } from '../../../../test/fixtures/openid-customers.ts'
import { goodPassword, type Response } from '../../../../test/fixtures/customers.ts'
import { dateOf } from '../../../kernel/time/clock.ts'

const database = await testDatabase()
const social = await openIdPeople(database)
const { at } = social
afterAll(async () => {
  await social.close()
  await database.close()
})

type Provider = 'google' | 'apple'
const vouched = (name: string) => ({ sub: `sub-${name}`, email: `${name}@mail.example`, email_verified: true })
const reasonOf = (response: Response): unknown =>
  (response.params as unknown as { fields: { field: string; reason: string }[] }).fields[0]
type Own = { token: string; name: string }
const link = async (browser: Browser, provider: Provider, { token, name }: Own): Promise<Response> => {
  const coming = await social.away(browser, provider, { person: vouched(name), purpose: 'link', token })
  return browser.post(`user/social/${provider}`, coming, { token })
}
type Now = { token: string; linked: { provider: Provider; removable: boolean }[] }
const nowOf = (response: Response): Now => {
  if (response.code !== 200) throw new Error(JSON.stringify(response))
  return response.result
}
/** As if the customer had just shown who sits at the session; those without a password have no other way to. */
const proved = async (name: string): Promise<void> => {
  await database.asOwner(
    `update auth.sessions set proved_at = $1 from accounts.customers c where c.id = customer_id and c.email like $2`,
    [dateOf(at.clock.now()), `${name}@%`],
  )
}
const customer = async (name: string) => {
  const opened = await at.customer(name)
  await proved(name)
  return opened
}
const remove = (browser: Browser, provider: Provider, token: string): Promise<Response> =>
  browser.remove(`user/social/${provider}`, { token })
/** A customer who has no password. */
async function passwordless(name: string): Promise<{ browser: Browser; token: string }> {
  const browser = social.browser()
  const { params } = await social.signIn(browser, 'google', vouched(name))
  const { registrationToken } = params as unknown as { registrationToken: string }
  const opened = await browser.post('login/registerSocial', { registrationToken, ...declaration })
  await proved(name)
  return { browser, token: (opened.result as { token: string }).token }
}

test('a provider is linked to the account that is signed in, listed, and unlinked, under a new token each time', async () => {
  const { token } = await customer('owner')
  const browser = social.browser()
  const linked = await link(browser, 'google', { token, name: 'someone-else' })
  expect(linked).toMatchObject({
    code: 200,
    notice: 20005,
    result: { linked: [{ provider: 'google', removable: true }] },
  })
  const now = nowOf(linked)
  expect((await browser.get('user/social', { token })).status).toBe(401)
  expect((await browser.get('user/social', { token: now.token })).result).toEqual(now.linked)
  const elsewhere = await social.signIn(social.browser(), 'google', vouched('someone-else'))
  expect(elsewhere).toMatchObject({
    code: 200,
    result: { user: { username: 'owner', social: [{ provider: 'google' }] } },
  })
  const unlinked = await remove(browser, 'google', now.token)
  expect(unlinked).toMatchObject({ code: 200, notice: 20007, result: { linked: [] } })
  // A session opened by the provider ends with it.
  expect((await at.get('user/social', { token: nowOf(elsewhere).token })).status).toBe(401)
  expect((await remove(browser, 'google', nowOf(unlinked).token)).code).toBe(40039)
  // What it opens next shares a mailbox and an identity with the account it has left, as hashes.
  const next = await social.signIn(browser, 'google', vouched('someone-else'))
  expect(next.code).toBe(40020)
  const { registrationToken } = next.params as unknown as { registrationToken: string }
  await browser.post('login/registerSocial', { registrationToken, ...declaration })
  const shared = await database.asOwner(`select a.kind from auth.known_ways a join auth.known_ways b using (kind, way)
    join accounts.customers o on o.id = a.customer_id join accounts.customers s on s.id = b.customer_id
    where o.username = 'owner' and s.email = 'someone-else@mail.example' order by 1`)
  expect(shared).toEqual([{ kind: 'IDENTITY' }, { kind: 'MAILBOX' }])
  await at.auth.idle()
  const mails = at.mailbox.list('owner@example.com')
  expect(mails.map(({ subject }) => subject).filter((subject) => subject.includes('Google'))).toEqual([
    'Login with Google was removed from your Evenhand account',
    'Login with Google was added to your Evenhand account',
  ])
  expect(mailAbout(mails, 'Login with Google was removed from your Evenhand account').text).toContain(
    '/pass/freeze?token=',
  )
})

test('an identity belongs to one account, and an account has one of a provider', async () => {
  const { token } = await customer('first')
  const other = await customer('second')
  const browser = social.browser()
  const now = nowOf(await link(browser, 'google', { token, name: 'shared' }))
  const elsewhere = { field: 'provider', reason: 'linkedElsewhere' }
  expect(reasonOf(await link(social.browser(), 'google', { token: other.token, name: 'shared' }))).toEqual(elsewhere)
  expect(reasonOf(await link(browser, 'google', { token: now.token, name: 'another' }))).toEqual(elsewhere)
  // What was refused ended nothing.
  expect((await browser.get('user/social', { token: now.token })).code).toBe(200)
})

test('what was begun to sign in links nothing, what was begun to link signs no one in, and neither moves to another browser', async () => {
  const { token } = await customer('careful')
  const other = await customer('other')
  const browser = social.browser()
  const unknown = { field: 'state', reason: 'unknown' }
  const toSignIn = await social.away(browser, 'google', { person: vouched('crossed') })
  expect(reasonOf(await browser.post('user/social/google', toSignIn, { token }))).toEqual(unknown)
  const toLink = await social.away(browser, 'google', { person: vouched('crossed'), purpose: 'link', token })
  expect(reasonOf(await browser.post('login/loginByGoogle', toLink))).toEqual(unknown)
  expect(reasonOf(await browser.post('user/social/google', toLink, { token: other.token }))).toEqual(unknown)
  expect((await browser.post('user/social/google', toLink)).status).toBe(401)
  expect((await browser.post('user/social/google', toLink, { token })).code).toBe(200)
})

test('the last way to sign in stays, also when two are unlinked at once', async () => {
  const { browser, token } = await passwordless('keyless')
  expect((await browser.get('user/social', { token })).result).toMatchObject([{ provider: 'google', removable: false }])
  expect(reasonOf(await remove(browser, 'google', token))).toEqual({ field: 'provider', reason: 'lastWay' })
  const two = nowOf(await link(browser, 'apple', { token, name: 'keyless-apple' }))
  expect(two.linked).toMatchObject([{ removable: true }, { removable: true }])
  const responses = await Promise.all([remove(browser, 'google', two.token), remove(browser, 'apple', two.token)])
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 401])
  const left = responses.find(({ code }) => code === 200)
  expect(nowOf(left as Response).linked).toMatchObject([{ removable: false }])
})

test('of another customer nothing is listed and nothing unlinked', async () => {
  const { token } = await customer('mine')
  const other = await customer('theirs')
  const browser = social.browser()
  const mine = nowOf(await link(browser, 'google', { token, name: 'of-mine' }))
  expect((await at.get('user/social', { token: other.token })).result).toEqual([])
  expect((await remove(social.browser(), 'google', other.token)).code).toBe(40039)
  expect((await browser.get('user/social', { token: mine.token })).result).toMatchObject([{ provider: 'google' }])
})

test('linking and unlinking need a proof that is at most ten minutes old', async () => {
  const { token } = await at.customer('unproved')
  const browser = social.browser()
  expect(await link(browser, 'google', { token, name: 'unproved' })).toMatchObject({
    code: 40036,
    params: { accepts: ['password'] },
  })
  expect((await remove(browser, 'google', token)).code).toBe(40036)
  expect((await at.post('user/proof', { password: goodPassword }, { token })).code).toBe(200)
  const now = nowOf(await link(browser, 'google', { token, name: 'unproved' }))
  at.clock.advance(600_001)
  expect((await remove(browser, 'google', now.token)).code).toBe(40036)
})
