import { getContentsById, listContents } from '@evenhand/protocol/content.ts'
import { socialLinks } from '@evenhand/protocol/site-params.ts'
import { langValues } from '@evenhand/protocol/languages.ts'
import { beforeAll, expect, it } from 'vitest'
import { createHttp, mountRoutes } from '../../kernel/http/http.ts'
import { readConfig } from '../../kernel/config/config.ts'
import { createLimits } from '../../kernel/http/rate-limits.ts'
import { systemClock } from '../../kernel/time/clock.ts'
import { pageSlugs } from './content.pages.ts'
import { contentModule, createContent } from './index.ts'

const app = createHttp({})
beforeAll(async () => {
  const log = { error: () => undefined } as never
  const content = createContent({
    db: undefined as never,
    clock: systemClock,
    limits: createLimits({ clock: systemClock, on: true }),
    faq: [],
    personKey: new Uint8Array(32),
    paramVersions: async () => [],
    countryOf: () => undefined,
  })
  const config = readConfig({ SOCIAL_LINKS: 'X=https://x.com/us,Telegram=https://t.me/us?a=b' })
  const deps = { config, pools: {}, clock: systemClock, operators: {}, operatorNames: async () => new Map() }
  const { parameters = [], routes = [] } = contentModule(content, deps as never)
  content.offer(parameters)
  mountRoutes(app, routes, { log, findSession: () => undefined, strict: true })
  await app.ready()
})
const request = (path: string, headers: Record<string, string> = {}) =>
  app.inject({ url: `/swx/customer/index/${path}`, headers })
const list = async (path: string, headers?: Record<string, string>) =>
  listContents.result.parse((await request(path, headers)).json().result) as { slug: string; title: string }[]

it('lists only pages that exist, by type, in the requested language', async () => {
  expect((await list('listContents/1?lang=en')).map((item) => item.slug)).toEqual(
    expect.arrayContaining(['about', 'introduction', 'faq']),
  )
  expect((await list('listContents/2?lang=en')).map((item) => item.slug)).toEqual(
    expect.arrayContaining(['terms', 'privacy']),
  )
  expect((await list('listContents/3?lang=en')).map((item) => item.slug)).toEqual(
    expect.arrayContaining(['risk', 'transparency']),
  )
  expect((await list('listContents/3', { lang: 'de' })).map(({ title }) => title)).toContain('Risikohinweis')
  expect((await list('listContents/3?lang=fr', { lang: 'de' })).map(({ title }) => title)).toContain(
    'Avertissement sur les risques',
  )
  expect((await request('listContents/4')).json().code).toBe(40020)
})

it('responds to clients that name no language: type 1 in Chinese, type 2 in English', async () => {
  expect((await list('listContents/1'))[0]?.title).toBe('关于 Evenhand')
  expect((await list('listContents/2'))[0]?.title).toBe('Terms of use')
  expect((await list('listContents/2', { lang: 'nonsense' }))[0]?.title).toBe('使用条款')
  expect((await request('getContentsById/terms')).json().result.title).toBe('Terms of use')
})

it('returns every page in every language with its text and hash', async () => {
  for (const lang of langValues) {
    for (const slug of pageSlugs) {
      const page = getContentsById.result.parse((await request(`getContentsById/${slug}?lang=${lang}`)).json().result)
      expect(page).toMatchObject({
        id: slug,
        slug,
        version: expect.stringMatching(/^[0-9]+$/),
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      })
    }
  }
})

it.each(['nothing', '__proto__', 'constructor', '..%2Fterms', 'terms.en', 'TERMS'])('knows no page %s', async (id) => {
  expect((await request(`getContentsById/${id}?lang=en`)).json().code).toBe(40039)
})

it('returns 304 to a browser that has the page, and another page in another language', async () => {
  const first = await request('getContentsById/terms?lang=en')
  const etag = String(first.headers['etag'])
  expect((await request('getContentsById/terms?lang=en', { 'if-none-match': etag })).statusCode).toBe(304)
  expect((await request('getContentsById/terms?lang=es', { 'if-none-match': etag })).statusCode).toBe(200)
})

it('returns the social links that are set, in their order, and none where none is', async () => {
  const { result } = (await request('getParamByKey/social_links')).json<{ result: object[] }>()
  expect(socialLinks.parse(result)).toEqual([
    { name: 'X', url: 'https://x.com/us' },
    { name: 'Telegram', url: 'https://t.me/us?a=b' },
  ])
  expect(readConfig({}).socialLinks).toEqual([])
})

it.each([
  'https://x.com/us',
  'X=http://x.com',
  'X=javascript:alert(1)',
  'A=https://a,B=https://b,C=https://c,D=https://d',
])('does not start with SOCIAL_LINKS=%s', (SOCIAL_LINKS) =>
  expect(() => readConfig({ SOCIAL_LINKS })).toThrow('SOCIAL_LINKS'),
)

it.each(['__proto__', 'constructor', 'toString', '..%2Fx', 'smtp_password', 'SOCIAL_LINKS', 'withdraw_account'])(
  'refuses the parameter %s',
  async (key) => {
    expect((await request(`getParamByKey/${key}`)).json()).toMatchObject({ code: 10018, msg: 'parameterUnknown' })
  },
)
