import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto'
import type { SocialProvider } from '@evenhand/protocol/social.ts'
import type { OAuthFlow } from './relying-party.ts'

/** What is remembered while a browser is away at the provider. `customerId` is empty for a sign-in. */
export type SealedOAuthFlow = OAuthFlow & {
  provider: SocialProvider
  purpose: 'signIn' | 'link'
  customerId: string
  /** Epoch ms of the product's clock. */
  until: number
}

/**
 * Keeps a flow in a cookie of the browser that makes it, so that beginning one costs the server no memory. No other party can
 * read or change it: AES-256-GCM under a key that is derived from a secret of the installation, since the browser comes back
 * to whichever of its processes takes the connection.
 */
export function createOAuthFlowSeal(secret: Uint8Array) {
  const key = Buffer.from(hkdfSync('sha256', secret, new Uint8Array(), 'evenhand oauth flow', 32))
  return {
    seal(oauthFlow: SealedOAuthFlow): string {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const sealed = [iv, cipher.update(JSON.stringify(oauthFlow), 'utf8'), cipher.final(), cipher.getAuthTag()]
      return Buffer.concat(sealed).toString('base64url')
    },

    /** The flow in a cookie, or undefined where it is none of ours. */
    open(cookie: string): SealedOAuthFlow | undefined {
      if (!/^[A-Za-z0-9_-]{60,2000}$/.test(cookie)) return undefined
      const sealed = Buffer.from(cookie, 'base64url')
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 })
        decipher.setAuthTag(sealed.subarray(-16))
        const text = Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]).toString('utf8')
        return JSON.parse(text) as SealedOAuthFlow
      } catch {
        return undefined
      }
    },
  }
}

/** Under which a state is remembered as used, and a ticket is found: the token itself is nowhere. */
export const keyOfToken = (token: string): Buffer => hash('sha256', token, 'buffer')
/** 256 random bits in 43 characters. */
export const newToken = (): string => randomBytes(32).toString('base64url')
