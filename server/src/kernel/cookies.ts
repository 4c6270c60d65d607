import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieOf } from './browser-call.ts'

/** A cookie that only we read; `maxAgeS` 0 removes it. Values are base64url, which needs no quoting. */
export type OwnCookie = { readonly name: string; readonly value: string; readonly maxAgeS: number }

/** What a use case may do with the cookies of the browser that calls. */
export type Cookies = {
  /** The value of a cookie of ours, empty where there is none. */
  cookie(name: string): string
  /** Gives the browser a cookie with the answer, a refusal included. Script never sees it, other sites never send it. */
  setCookie(cookie: OwnCookie): void
}

/**
 * The cookies of a call. Over TLS their names have the prefix by which a browser refuses one that another host or plain
 * http tried to set; a sandbox over plain http cannot have it.
 */
export function cookiesOf(request: FastifyRequest, reply: FastifyReply, secure: boolean): Cookies {
  const wireName = (name: string): string => (secure ? `__Host-${name}` : name)
  return {
    cookie: (name) => cookieOf(request.headers.cookie, wireName(name)),
    setCookie({ name, value, maxAgeS }) {
      const line = `${wireName(name)}=${value}; Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Strict`
      void reply.header('set-cookie', secure ? `${line}; Secure` : line)
    },
  }
}
