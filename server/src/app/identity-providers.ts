import { socialProviders } from '@evenhand/protocol/social.ts'
import type { FastifyInstance } from 'fastify'
import { apple, google, type IdentityProvider } from '../domains/auth/index.ts'
import type { Bus } from '../kernel/bus/bus.ts'
import type { Config } from '../kernel/config/config.ts'
import { mountFormReturn } from '../kernel/http/form-return.ts'
import { localProviders } from '../sandbox/identity-provider-mount.ts'

type Params = {
  config: Pick<Config, 'mode' | 'social' | 'publicUrl'>
  /** In place of those that are configured: tests bring their own. */
  given: readonly IdentityProvider[] | undefined
  bus?: Bus | undefined
}

/**
 * Who vouches for customers: Google and Apple where they are configured. In a sandbox a provider of its own stands in for
 * each that is not; a live installation has no such thing.
 */
export function openIdentityProviders({ config, given, bus }: Params) {
  const { social, mode, publicUrl } = config
  const configured = given ?? [
    ...(social.google === undefined ? [] : [google(social.google)]),
    ...(social.apple === undefined ? [] : [apple(social.apple)]),
  ]
  const local = mode === 'sandbox' && given === undefined ? localProviders({ configured, publicUrl, bus }) : undefined
  const all = [...configured, ...(local?.providers ?? [])]
  return {
    providers: socialProviders.flatMap((name) => all.filter(({ provider }) => provider === name)),
    /** Serves what browsers request from the server itself on their way: Apple's form, and the sandbox's own providers. */
    mount(app: FastifyInstance): void {
      mountFormReturn(app, { path: '/api/loginCallback/apple', fields: ['code', 'state'] })
      local?.mount(app)
    },
  }
}
