import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export type RealProvider = {
  readonly issuer: string
  /** Opens an address in a browser that signs in as this account, and returns where it is sent with what. */
  signIn(address: string, account: string): Promise<{ to: string; fields: Record<string, string> }>
  close(): Promise<void>
}
type Params = { clientId: string; clientSecret: string; returnsTo: string; people: Readonly<Record<string, object>> }

/** A certified OpenID provider on loopback, with its own pages for signing in and consenting. */
export async function realProvider({ clientId, clientSecret, returnsTo, people }: Params): Promise<RealProvider> {
  const server = createServer((request, response) => handler(request, response))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })
  const handler = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [returnsTo],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'RS256',
      },
    ],
    jwks: { keys: [{ ...key, use: 'sig', kid: 'real' }] },
    cookies: { keys: ['only for this test'] },
    // Google and Apple put the address into the ID token.
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    pkce: { required: () => true },
    findAccount: (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ sub, ...people[sub] }),
    }),
  }).callback()
  return {
    issuer,
    signIn: (address, account) => browse(address, { account, issuer }),
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => void server.close(() => resolve()))
    },
  }
}

const maxSteps = 15

/** Follows redirects and fills in the provider's forms until it sends the browser to another site. */
async function browse(address: string, params: { account: string; issuer: string }) {
  const cookies = new Map<string, string>()
  const request = async (
    url: string,
    form?: Record<string, string>,
  ): Promise<{ status: number; to: string; text: string }> => {
    const response = await fetch(url, {
      method: form === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const location = response.headers.get('location') ?? ''
    return {
      status: response.status,
      to: location === '' ? '' : new URL(location, url).href,
      text: await response.text(),
    }
  }

  let page = await request(address)
  for (let step = 0; step < maxSteps; step++) {
    if (page.to !== '') {
      if (!page.to.startsWith(params.issuer)) {
        const { origin, pathname, searchParams } = new URL(page.to)
        return { to: origin + pathname, fields: Object.fromEntries(searchParams) }
      }
      page = await request(page.to)
      continue
    }
    const action = /<form[^>]* action="([^"]+)"/.exec(page.text)?.[1]
    if (action === undefined) throw new Error(`the provider responded with ${page.status}: ${page.text.slice(0, 300)}`)
    const fields = Object.fromEntries(
      [...page.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    ) as Record<string, string>
    if (!action.startsWith(params.issuer)) return { to: action, fields }
    page = await request(action, { ...fields, login: params.account, password: 'any' })
  }
  throw new Error('the provider never sent the browser back')
}
