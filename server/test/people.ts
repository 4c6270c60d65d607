import type { CodeScene } from '@evenhand/protocol/accounts.ts'
import type { FastifyInstance } from 'fastify'
import { createAccounts } from '../src/domains/accounts/index.ts'
import { accountsRoutes } from '../src/domains/accounts/index.ts'
import { authRoutes, createAuth, type Auth, type Confirms, type IdentityProvider } from '../src/domains/auth/index.ts'
import { createLedger, type Ledger } from '../src/domains/ledger/index.ts'
import { createSafeguards } from '../src/domains/safeguards/index.ts'
import { waitingWithdrawal } from '../src/domains/withdrawals/index.ts'
import { handClock } from '../src/kernel/time/clock.ts'
import { owned } from '../src/kernel/db/db.ts'
import { createHttp, mountRoutes } from '../src/kernel/http/http.ts'
import { createLimits } from '../src/kernel/http/rate-limits.ts'
import { silentLog, type Log } from '../src/kernel/log.ts'
import { createMail, type Mail } from '../src/kernel/mail/mail.ts'
import { createMailbox, type Mailbox } from '../src/kernel/mail/mailbox.ts'
import { createPasswords, type Passwords } from '../src/kernel/crypto/passwords.ts'
import type { TestDatabase } from './database.ts'
import { codeIn } from './letters.ts'
import { smallCost } from './small-cost.ts'

export type Answer = {
  status: number
  code: number
  result: never
  msg?: string
  params: Record<string, never>
  notice?: number
  headers: Record<string, unknown>
}
export type CallOf = { token?: string; ip?: string; headers?: Record<string, string> }
export type People = {
  app: FastifyInstance
  auth: Auth
  ledger: Ledger
  clock: ReturnType<typeof handClock>
  mailbox: Mailbox
  post(path: string, body?: object, of?: CallOf): Promise<Answer>
  get(path: string, of?: CallOf): Promise<Answer>
  remove(path: string, of?: CallOf): Promise<Answer>
  /** Asks for a code from an address of its own and reads it from the mailbox. */
  codeFor(email: string, scene?: CodeScene): Promise<string>
  /** Registers a customer with a name of its own. */
  customer(name: string, of?: object): Promise<{ token: string; user: { id: string; email: string } }>
  close(): Promise<void>
}

export type PeopleOf = {
  limits?: boolean
  mail?: Mail
  providers?: readonly IdentityProvider[]
  publicUrl?: string
  mode?: 'sandbox' | 'live'
  confirms?: Confirms
  /** The country of an address, as a file of countries would say it. */
  countryOf?: (ip: string) => string | undefined
  /** Hashing as the product does it, where it is looked at; otherwise it costs next to nothing. */
  passwords?: Passwords
  log?: Log
}

export const prefix = '/swx/customer'
export const goodPassword = 'correct horse battery'

/** Accounts, sign-in and safeguards over HTTP, on a test database, with a clock the test moves. */
export function people(database: TestDatabase, of: PeopleOf = {}): People {
  const clock = handClock(1_800_000_000_000)
  const api = database.pools.api
  const mailbox = createMailbox()
  const ledger = createLedger({ db: owned<'ledger'>(api), clock, log: silentLog })
  const accounts = createAccounts({ db: owned<'accounts'>(api), ledger, clock, waitingWithdrawal })
  const auth = createAuth({
    db: owned<'auth'>(api),
    accounts,
    safeguards: createSafeguards(of.countryOf === undefined ? {} : { countryOf: of.countryOf }),
    clock,
    limits: createLimits({ clock, on: of.limits ?? true }),
    passwords: of.passwords ?? createPasswords({ running: 2, waiting: 200, cost: smallCost }),
    mail: of.mail ?? createMail({ smtpUrl: undefined, from: '', mailbox, clock, log: silentLog }),
    log: of.log ?? silentLog,
    mode: of.mode ?? 'sandbox',
    factorKey: new Uint8Array(32).fill(7),
    termsVersion: '2',
    mailboxPath: '/sandbox/mails',
    identityProviders: of.providers ?? [],
    publicUrl: of.publicUrl,
    ...(of.confirms === undefined ? {} : { confirms: of.confirms }),
  })
  const app = createHttp({ trustProxy: '10.9.9.9' })
  mountRoutes(app, [...authRoutes(auth), ...accountsRoutes(accounts)], {
    log: silentLog,
    findSession: auth.findSession,
    mustBeProved: auth.mustBeProvedLately,
    strict: true,
  })

  let places = 0
  const call = async (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body: object | undefined,
    { token, ip, headers }: CallOf,
  ): Promise<Answer> => {
    const response = await app.inject({
      method,
      url: path.startsWith('/') ? path : `${prefix}/${path}`,
      remoteAddress: ip ?? '203.0.113.1',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: token }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    return {
      status: response.statusCode,
      headers: response.headers,
      ...(JSON.parse(response.body) as object),
    } as Answer
  }
  const post: People['post'] = (path, body = {}, with_ = {}) => call('POST', path, body, with_)
  const codeFor = async (email: string, scene: CodeScene = 'register'): Promise<string> => {
    const ip = `198.51.${(places >> 8) & 255}.${places++ & 255}`
    const before = new Set(mailbox.list(email))
    const sent = await post('login/sendCode', { to: email, scene }, { ip })
    if (sent.code !== 200) throw new Error(`no code for ${email}: ${JSON.stringify(sent)}`)
    await auth.idle()
    return codeIn(
      mailbox.list(email).filter((letter) => !before.has(letter)),
      scene,
    )
  }
  return {
    app,
    auth,
    ledger,
    clock,
    mailbox,
    post,
    codeFor,
    get: (path, with_ = {}) => call('GET', path, undefined, with_),
    remove: (path, with_ = {}) => call('DELETE', path, undefined, with_),
    async customer(name, with_ = {}) {
      const email = `${name}@example.com`
      const registered = await post('login/register', {
        ...registration({ username: name, email, code: await codeFor(email) }),
        ...with_,
      })
      if (registered.code !== 200) throw new Error(`not registered: ${JSON.stringify(registered)}`)
      return registered.result
    },
    close: () => app.close(),
  }
}

/** A registration with nothing wrong in it but, perhaps, its code. */
export const registration = (of: { username?: string; email: string; code: string }) => ({
  password: goodPassword,
  confirm: goodPassword,
  country: 'SG',
  adult: true,
  termsVersion: '2',
  lang: 'en',
  ...of,
})
