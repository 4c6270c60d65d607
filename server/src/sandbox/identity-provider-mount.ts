import { randomBytes } from 'node:crypto'
import { socialProviders, type SocialProvider } from '@evenhand/protocol/social.ts'
import { ClientSecretPost } from 'openid-client'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { IdentityProvider } from '../domains/auth/index.ts'
import type { Bus } from '../kernel/bus/bus.ts'
import { createIdentityProvider, identityPath, type LocalProvider } from './identity-provider.ts'

const clientId = 'evenhand-sandbox'

/** The sandbox's stand-ins for the providers that are not configured, and how the product knows them. */
export function localProviders(params: {
  configured: readonly IdentityProvider[]
  publicUrl: string | undefined
  bus?: Bus | undefined
}) {
  const { publicUrl, bus } = params
  const missing = socialProviders.filter((name) => params.configured.every(({ provider }) => provider !== name))
  const made = missing.map((provider) => {
    const secret = randomBytes(32).toString('base64url')
    const local = createIdentityProvider({ provider, client: { id: clientId, secret }, publicUrl, bus })
    return { provider, local, known: knownAs(provider, { local, secret }) }
  })
  return {
    providers: made.map(({ known }) => known),
    /** Serves them to browsers, and to any OpenID client that wants to try. */
    mount(app: FastifyInstance): void {
      for (const { provider, local } of made)
        app.route({
          method: ['GET', 'POST'],
          url: `${identityPath(provider)}/*`,
          bodyLimit: 8192,
          handler: (request, reply) => respond(local, request, reply),
        })
    },
  }
}

const knownAs = (provider: SocialProvider, { local, secret }: { local: LocalProvider; secret: string }) =>
  ({
    provider,
    simulated: true,
    issuer: (origin) => origin + identityPath(provider),
    // One person is one customer at whatever address the sandbox is opened, and unknown anywhere else.
    keptAs: `sandbox:${provider}`,
    clientId,
    authenticate: ClientSecretPost(secret),
    // It is this very process: it is called without a network, and no address leads elsewhere.
    reach: (url, { method, headers, body = null }) => local.serve(new Request(url, { method, headers, body })),
    requests: provider === 'apple' ? { response_mode: 'form_post' } : {},
    plainHttp: true,
  }) satisfies IdentityProvider

async function respond(local: LocalProvider, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const url = `${request.protocol}://${request.host}${request.url}`
  if (!URL.canParse(url)) return reply.code(400).send()
  const response = await local.serve(
    new Request(url, {
      method: request.method,
      headers: { cookie: String(request.headers.cookie ?? '') },
      body: request.method === 'POST' ? new Uint8Array((request.body as Buffer | undefined) ?? []) : null,
    }),
  )
  return reply
    .code(response.status)
    .headers(Object.fromEntries(response.headers))
    .send(Buffer.from(await response.arrayBuffer()))
}
