import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { declaration, openIdPeople, type Browser } from '../../../../test/openid-people.ts'
import type { Answer } from '../../../../test/people.ts'

const database = await testDatabase()
const social = await openIdPeople(database)
const { at } = social
afterAll(async () => {
  await social.close()
  await database.close()
})

type Provider = 'google' | 'apple'
const vouched = (name: string) => ({ sub: `sub-${name}`, email: `${name}@mail.example`, email_verified: true })
const reasonOf = (answer: Answer): unknown =>
  (answer.params as unknown as { fields: { field: string; reason: string }[] }).fields[0]
const link = async (browser: Browser, provider: Provider, of: { token: string; name: string }): Promise<Answer> => {
  const { token } = of
  const coming = await social.away(browser, provider, { person: vouched(of.name), purpose: 'link', token })
  return browser.post(`user/social/${provider}`, coming, { token })
}
const remove = async (provider: Provider, token: string): Promise<Answer> => {
  const response = await at.app.inject({
    method: 'DELETE',
    url: `/swx/customer/user/social/${provider}`,
    headers: { authorization: token },
  })
  return JSON.parse(response.body) as Answer
}
/** A customer who has no password. */
async function passwordless(name: string): Promise<{ browser: Browser; token: string }> {
  const browser = social.browser()
  const { params } = await social.signIn(browser, 'google', vouched(name))
  const { registrationToken } = params as unknown as { registrationToken: string }
  const opened = await browser.post('login/registerSocial', { registrationToken, ...declaration })
  return { browser, token: (opened.result as { token: string }).token }
}

test('a provider is linked to the account that is signed in, listed, and unlinked', async () => {
  const { token } = await at.customer('owner')
  const browser = social.browser()
  const linked = await link(browser, 'google', { token, name: 'someone-else' })
  expect(linked).toMatchObject({ code: 200, notice: 20005, result: [{ provider: 'google', removable: true }] })
  expect((await at.get('user/social', { token })).result).toEqual(linked.result)
  const signedIn = await social.signIn(social.browser(), 'google', vouched('someone-else'))
  expect(signedIn).toMatchObject({ code: 200, result: { user: { username: 'owner' } } })
  expect(await remove('google', token)).toMatchObject({ code: 200, notice: 20007, result: [] })
  await at.auth.idle()
  const mails = at.mailbox.list('owner@example.com')
  expect(mails.map(({ subject }) => subject).filter((subject) => subject.includes('Google'))).toEqual([
    'Sign-in with Google was removed from your Evenhand account',
    'Sign-in with Google was added to your Evenhand account',
  ])
  expect(mails[0]?.text).toContain('/pass/freeze?token=')
  expect((await remove('google', token)).code).toBe(40039)
  expect((await social.signIn(social.browser(), 'google', vouched('someone-else'))).code).toBe(40020)
})

test('an identity belongs to one account, and an account has one of a provider', async () => {
  const { token } = await at.customer('first')
  const other = await at.customer('second')
  const browser = social.browser()
  expect((await link(browser, 'google', { token, name: 'shared' })).code).toBe(200)
  const elsewhere = { field: 'provider', reason: 'linkedElsewhere' }
  expect(reasonOf(await link(browser, 'google', { token: other.token, name: 'shared' }))).toEqual(elsewhere)
  expect(reasonOf(await link(browser, 'google', { token, name: 'another' }))).toEqual(elsewhere)
})

test('what was begun to sign in links nothing, what was begun to link signs nobody in, and neither changes hands', async () => {
  const { token } = await at.customer('careful')
  const other = await at.customer('other')
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
  const own = { token, name: 'keyless-apple' }
  const bind = browser.cookies.get('evenhand') ?? ''
  const removeOf = async (provider: Provider): Promise<Answer> => {
    const response = await at.app.inject({
      method: 'DELETE',
      url: `/swx/customer/user/social/${provider}`,
      headers: { authorization: token, cookie: `evenhand=${bind}`, host: 'localhost', 'sec-fetch-site': 'same-origin' },
    })
    return JSON.parse(response.body) as Answer
  }
  expect(reasonOf(await removeOf('google'))).toEqual({ field: 'provider', reason: 'lastWay' })
  expect((await link(browser, 'apple', own)).result).toMatchObject([{ removable: true }, { removable: true }])
  const answers = await Promise.all([removeOf('google'), removeOf('apple')])
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 40020])
})

test('of another customer nothing is listed and nothing unlinked', async () => {
  const { token } = await at.customer('mine')
  const other = await at.customer('theirs')
  await link(social.browser(), 'google', { token, name: 'of-mine' })
  expect((await at.get('user/social', { token: other.token })).result).toEqual([])
  expect((await remove('google', other.token)).code).toBe(40039)
  expect((await at.get('user/social', { token })).result).toMatchObject([{ provider: 'google' }])
})
