import { generateKeyPairSync } from 'node:crypto'
import type { SocialProvider } from '@evenhand/protocol/social.ts'
import { apple, google, reachOnly, type IdentityProvider } from '../src/domains/auth/index.ts'
import { silentLog, type Log } from '../src/kernel/log.ts'
import type { TestDatabase } from './database.ts'
import { hostileProvider, type HostileProvider } from './openid-hostile.ts'
import { people, type Answer, type CallOf, type People } from './people.ts'

/** One browser: it keeps the cookies it is given and sends them with every call. */
export type Browser = {
  readonly cookies: Map<string, string>
  get(path: string, of?: CallOf): Promise<Answer>
  post(path: string, body: object, of?: CallOf): Promise<Answer>
  remove(path: string, of?: CallOf): Promise<Answer>
}

export type Person = { sub: string; email?: string; email_verified?: unknown }

export type OpenIdPeople = {
  at: People
  providers: Readonly<Record<SocialProvider, HostileProvider>>
  browser(of?: CallOf): Browser
  /** Opens the provider's address in this browser and signs in there; answers what the browser comes back with. */
  away(
    browser: Browser,
    provider: SocialProvider,
    of: { person: Person; purpose?: 'link'; token?: string },
  ): Promise<Coming>
  /** Goes through a whole sign-in; answers our last answer. */
  signIn(browser: Browser, provider: SocialProvider, person: Person): Promise<Answer>
  /** Registers with the token of an answer that asked for it. */
  register(browser: Browser, asked: Answer, more?: object): Promise<Answer>
  /** A customer without a password whom Google knows. */
  opened(name: string): Promise<{ browser: Browser; token: string }>
  close(): Promise<void>
}
export type Coming = { code: string; state: string }

export const appleKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
export const loginPath: Readonly<Record<SocialProvider, string>> = {
  google: 'login/loginByGoogle',
  apple: 'login/loginByApple',
}
/** What a provider says of a person whose address it has proved. */
export const person = (name: string, more: Partial<Person> = {}): Person => ({
  sub: `sub-${name}`,
  email: `${name}@mail.example`,
  email_verified: true,
  ...more,
})
/** A refusal in short: its code, and the first field it names with the reason. */
export function fieldOf({ code, params }: Answer): string {
  const { fields = [] } = (params ?? {}) as unknown as { fields?: { field: string; reason: string }[] }
  return [code, ...fields.slice(0, 1).flatMap(({ field, reason }) => [field, reason])].join(' ')
}

/** What a new customer declares beside what the provider has vouched for. */
export const declaration = { country: 'SG', adult: true, termsVersion: '2', lang: 'en' }

/** Customers who sign in with two providers on loopback, both of which can be told to lie. */
export async function openIdPeople(
  database: TestDatabase,
  of: { limits?: boolean; timeoutMs?: number; log?: Log } = {},
): Promise<OpenIdPeople> {
  const providers = { google: await hostileProvider(), apple: await hostileProvider() }
  const reachable = ({ issuer }: HostileProvider) => ({
    issuer,
    plainHttp: true,
    reach: reachOnly({ origins: [issuer], timeoutMs: of.timeoutMs ?? 2000 }),
  })
  const known: IdentityProvider[] = [
    google({ clientId: 'g-client', clientSecret: 'g-secret' }, reachable(providers.google)),
    apple(
      { clientId: 'a.client', teamId: 'TEAM', keyId: 'KEY', key: appleKeys.privateKey },
      reachable(providers.apple),
    ),
  ]
  const { log = silentLog } = of
  const at = people(database, { limits: of.limits ?? false, providers: known, log })
  let places = 0

  const browser = (with_: CallOf = {}): Browser => {
    const cookies = new Map<string, string>()
    const ip = with_.ip ?? `100.70.${(places >> 8) & 255}.${places++ & 255}`
    const call = async (asked: (call: CallOf) => Promise<Answer>, more: CallOf = {}): Promise<Answer> => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const headers = { host: 'localhost', 'sec-fetch-site': 'same-origin', ...(cookie === '' ? {} : { cookie }) }
      const answer = await asked({ ip, ...with_, ...more, headers: { ...headers, ...more.headers } })
      for (const line of [answer.headers['set-cookie'] ?? []].flat() as string[]) keep(cookies, line)
      return answer
    }
    return {
      cookies,
      get: (path, more) => call((of_) => at.get(path, of_), more),
      post: (path, body, more) => call((of_) => at.post(path, body, of_), more),
      remove: (path, more) => call((of_) => at.remove(path, of_), more),
    }
  }

  const away: OpenIdPeople['away'] = async (who, provider, { person: whom, purpose, token }) => {
    const query = purpose === undefined ? '' : `?purpose=${purpose}`
    const started = await who.get(`login/social/${provider}/start${query}`, token === undefined ? {} : { token })
    if (started.code !== 200) throw new Error(`not started: ${JSON.stringify(started)}`)
    const { url } = started.result as { url: string }
    return { code: providers[provider].codeFor(url, whom), state: new URL(url).searchParams.get('state') ?? '' }
  }

  const signIn: OpenIdPeople['signIn'] = async (who, provider, whom) =>
    who.post(loginPath[provider], await away(who, provider, { person: whom }))
  const register: OpenIdPeople['register'] = (who, { params }, more = {}) => {
    const { registrationToken } = params as unknown as { registrationToken: string }
    return who.post('login/registerSocial', { registrationToken, ...declaration, ...more })
  }

  return {
    at,
    providers,
    browser,
    away,
    signIn,
    register,
    async opened(name) {
      const who = browser()
      const registered = await register(who, await signIn(who, 'google', person(name)))
      if (registered.code !== 200) throw new Error(`not registered: ${JSON.stringify(registered)}`)
      return { browser: who, token: (registered.result as { token: string }).token }
    },
    async close() {
      await at.close()
      await Promise.all(Object.values(providers).map((provider) => provider.close()))
    },
  }
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = ''] = line.split(';')
  const name = pair.slice(0, pair.indexOf('='))
  if (/Max-Age=0/.test(line)) cookies.delete(name)
  else cookies.set(name, pair.slice(pair.indexOf('=') + 1))
}
