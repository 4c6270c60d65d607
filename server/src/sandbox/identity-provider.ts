import { langOf } from '@evenhand/protocol/languages.ts'
import type { SocialProvider } from '@evenhand/protocol/social.ts'
import { cookieOf } from '../kernel/http/cookies.ts'
import { isMailAddress } from '../kernel/mail/mail.ts'
import { choicePage, postingPage } from './identity-provider-page.ts'
import { createTokens, type TokenParams } from './identity-provider-tokens.ts'

/** Path under which a sandbox serves its own OpenID provider in the place of Google's or Apple's. */
export const identityPath = (provider: SocialProvider): string => `/sandbox/identity/${provider}`

type Params = TokenParams & { publicUrl: string | undefined }
type AuthorizationRequest = Readonly<Record<'client_id' | 'response_type' | 'redirect_uri' | 'state' | 'nonce' | 'code_challenge' | 'code_challenge_method', string>> // prettier-ignore

const json = (body: object, status = 200): Response =>
  Response.json(body, { status, headers: { 'cache-control': 'no-store' } })
const refusal = (error: string, status = 400): Response => json({ error }, status)

/**
 * The OpenID provider of a sandbox: discovery, keys, a page to choose who one is, code flow with PKCE S256 and nonce,
 * RS256 tokens. It takes the place of Google or Apple and responds in the same way, but requests no password and vouches
 * for anybody, so it exists in a sandbox alone. By the machine's clock, as an outside party would be.
 */
export function createIdentityProvider({ publicUrl, ...params }: Params) {
  const { provider, client } = params
  const tokens = createTokens(params)

  const isValid = (requested: AuthorizationRequest, origin: string): boolean =>
    requested.client_id === client.id &&
    requested.response_type === 'code' &&
    [origin, publicUrl].some((own) => requested.redirect_uri === `${own}/api/loginCallback/${provider}`) &&
    requested.code_challenge_method === 'S256' &&
    /^[A-Za-z0-9_-]{43}$/.test(requested.code_challenge)

  async function authorize(request: Request, url: URL): Promise<Response> {
    const isPost = request.method === 'POST'
    const given = isPost ? new URLSearchParams(await request.text()) : url.searchParams
    const requested = requestIn(given)
    if (!isValid(requested, url.origin)) return refusal('invalid_request')
    const lang = langOf(cookieOf(request.headers.get('cookie') ?? '', 'lang'))
    if (!isPost) return choicePage({ provider, lang, requested })

    const email = (given.get('email') ?? '').trim()
    const cancelled = given.has('cancel')
    if (!cancelled && !isMailAddress(email))
      return choicePage({ provider, lang, requested, malformed: email.slice(0, 254) })
    const code = cancelled ? undefined : tokens.codeFor(grantOf(requested, email, given.get('verified') === 'on'))
    const fields: Record<string, string> = {
      ...(code === undefined ? { error: 'access_denied' } : { code }),
      state: requested.state,
    }
    if (provider === 'apple') return postingPage({ provider, lang, to: requested.redirect_uri, fields })
    const to = new URL(requested.redirect_uri)
    to.search = new URLSearchParams({ ...fields, iss: to.origin + identityPath(provider) }).toString()
    return new Response(null, { status: 303, headers: { location: to.href, 'cache-control': 'no-store' } })
  }

  async function token(request: Request, issuer: string): Promise<Response> {
    if (request.method !== 'POST') return refusal('invalid_request', 405)
    const tokenResponse = await tokens.redeem(new URLSearchParams(await request.text()), issuer)
    return json(tokenResponse, 'error' in tokenResponse ? 400 : 200)
  }

  return {
    /** Responds to one request as a provider would at this path, on whatever origin it was sent to. */
    async serve(request: Request): Promise<Response> {
      const url = new URL(request.url)
      const issuer = url.origin + identityPath(provider)
      const part = url.pathname.slice(identityPath(provider).length)
      if (part === '/.well-known/openid-configuration') return json(metadata(issuer))
      if (part === '/jwks') return json(await tokens.jwks())
      if (part === '/authorize') return authorize(request, url)
      if (part === '/token') return token(request, issuer)
      return refusal('not_found', 404)
    },
  }
}

function requestIn(given: URLSearchParams): AuthorizationRequest {
  const text = (name: keyof AuthorizationRequest): string => (given.get(name) ?? '').slice(0, 512)
  return {
    client_id: text('client_id'),
    response_type: text('response_type'),
    redirect_uri: text('redirect_uri'),
    state: text('state'),
    nonce: text('nonce'),
    code_challenge: text('code_challenge'),
    code_challenge_method: text('code_challenge_method'),
  }
}

const grantOf = (requested: AuthorizationRequest, email: string, verified: boolean) => ({
  redirectUri: requested.redirect_uri,
  challenge: requested.code_challenge,
  nonce: requested.nonce,
  email,
  verified,
})

const metadata = (issuer: string): object => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  response_modes_supported: ['query', 'form_post'],
  grant_types_supported: ['authorization_code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  scopes_supported: ['openid', 'email'],
  claims_supported: ['iss', 'aud', 'sub', 'email', 'email_verified', 'nonce'],
  token_endpoint_auth_methods_supported: ['client_secret_post'],
  code_challenge_methods_supported: ['S256'],
})

export type LocalProvider = ReturnType<typeof createIdentityProvider>
