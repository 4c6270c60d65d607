import { createHmac, generateKeyPairSync, hash, randomBytes, sign, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { systemClock } from '../src/kernel/time/clock.ts'

type Claims = Record<string, unknown>
type Person = { sub: string; email?: string; email_verified?: unknown }
/** How this provider lies from now on; what is left out is done right. */
export type Ways = {
  discovery?: Claims
  claims?: Claims
  header?: Claims
  /** `otherKey`: signed by a key it never published. `publicKey`: HMAC under the published RSA key. `ES256`: announced, well signed, and not what we take. */
  signing?: 'none' | 'publicKey' | 'otherKey' | 'broken' | 'ES256'
  /** Overrides the response of a path. */
  respond?: Partial<Record<string, (request: IncomingMessage, response: ServerResponse) => void>>
  /** Forgets that a code is good once, and what it was bound to. */
  careless?: boolean
}

export type HostileProvider = {
  readonly issuer: string
  /** What it does wrong; empty it to do everything right. */
  ways: Ways
  /** Forms that were sent to its token endpoint. */
  readonly redeemed: URLSearchParams[]
  /** A code for the browser that opened this address, as if the person had signed in. */
  codeFor(address: string, person: Person): string
  close(): Promise<void>
}

const newKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** An OpenID provider over HTTP on loopback that can be set to lie in any of the ways one can. */
export async function hostileProvider(): Promise<HostileProvider> {
  const [own, other] = [newKeys(), newKeys()]
  const grants = new Map<string, { query: URLSearchParams; person: Person }>()
  const provider = { ways: {} as Ways, redeemed: [] as URLSearchParams[], issuer: '' }
  const json = (response: ServerResponse, body: object, status = 200): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

  const token = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const form = new URLSearchParams(await text(request))
    provider.redeemed.push(form)
    const code = form.get('code') ?? ''
    const grant = grants.get(code)
    if (provider.ways.careless !== true) grants.delete(code)
    const isBound = hash('sha256', form.get('code_verifier') ?? '', 'base64url') === grant?.query.get('code_challenge')
    if (grant === undefined || (!isBound && provider.ways.careless !== true))
      return json(response, { error: 'invalid_grant' }, 400)
    const now = Math.floor(systemClock.now() / 1000)
    const claims = {
      iss: provider.issuer,
      aud: grant.query.get('client_id'),
      iat: now,
      exp: now + 300,
      nonce: grant.query.get('nonce'),
      ...grant.person,
      ...provider.ways.claims,
    }
    json(response, {
      access_token: randomBytes(16).toString('hex'),
      token_type: 'Bearer',
      id_token: signed(claims, { ways: provider.ways, own, other }),
    })
  }

  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', provider.issuer).pathname
    const respond = provider.ways.respond?.[path]
    if (respond !== undefined) return respond(request, response)
    if (path === '/.well-known/openid-configuration')
      return json(response, { ...metadata(provider.issuer), ...provider.ways.discovery })
    if (path === '/jwks')
      return json(response, {
        keys: [own, ec].map(({ publicKey }) => ({ ...publicKey.export({ format: 'jwk' }), kid: 'own', use: 'sig' })),
      })
    if (path === '/token') return void token(request, response)
    json(response, {}, 404)
  })
  await listening(server)
  provider.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(provider, {
    codeFor(address: string, person: Person): string {
      const code = randomBytes(16).toString('hex')
      grants.set(code, { query: new URL(address).searchParams, person })
      return code
    },
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => void server.close(() => resolve()))
    },
  })
}

const listening = (server: Server): Promise<void> =>
  new Promise((resolve) => void server.listen(0, '127.0.0.1', () => resolve()))

const metadata = (issuer: string): object => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256', 'ES256', 'HS256', 'none'],
})

type Pair = { publicKey: KeyObject; privateKey: KeyObject }

function signed(claims: Claims, { ways, own, other }: { ways: Ways; own: Pair; other: Pair }): string {
  const { signing } = ways
  const algorithms = { none: 'none', publicKey: 'HS256', ES256: 'ES256', otherKey: 'RS256', broken: 'RS256' }
  const alg = signing === undefined ? 'RS256' : algorithms[signing]
  const body = `${encoded({ alg, kid: 'own', ...ways.header })}.${encoded(claims)}`
  if (signing === 'none') return `${body}.`
  if (signing === 'publicKey') {
    const secret = own.publicKey.export({ format: 'pem', type: 'spki' })
    return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
  }
  if (signing === 'ES256') {
    const signature = sign('sha256', Buffer.from(body), { key: ec.privateKey, dsaEncoding: 'ieee-p1363' })
    return `${body}.${signature.toString('base64url')}`
  }
  const { privateKey } = signing === 'otherKey' ? other : own
  const signature = sign('sha256', Buffer.from(signing === 'broken' ? `${body} ` : body), privateKey)
  return `${body}.${signature.toString('base64url')}`
}
