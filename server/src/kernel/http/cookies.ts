import type { FastifyReply, FastifyRequest } from 'fastify'

/** A cookie that only we read; `maxAgeS` 0 removes it. Values are base64url, which needs no quoting. */
export type OwnCookie = { readonly name: string; readonly value: string; readonly maxAgeS: number }

const longestHeader = 8192

/** The value of a cookie in a header, or empty. Of two with one name the first counts, as browsers order them. */
export function cookieOf(header: string | undefined, name: string): string {
  if (header === undefined || header.length > longestHeader) return ''
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return ''
}

/** Reads a cookie of ours by its name, empty where there is none. */
export type CookieReader = (name: string) => string
const wireName = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name)

/** The cookies of a header, as of a connection that requests to become a socket. */
export const cookieReader =
  (header: string | undefined, secure: boolean): CookieReader =>
  (name) =>
    cookieOf(header, wireName(name, secure))

/** What a use case may do with the cookies of the browser that calls. */
export type Cookies = {
  /** The value of a cookie of ours, empty where there is none. */
  readonly cookie: CookieReader
  /** Gives the browser a cookie with the response, a refusal included. Script never sees it, other sites never send it. */
  setCookie(cookie: OwnCookie): void
}

/**
 * The cookies of a call. Over TLS their names have the prefix by which a browser refuses one that another host or plain
 * http tried to set; a sandbox over plain http cannot have it.
 */
export function cookiesOf(request: FastifyRequest, reply: FastifyReply, secure: boolean): Cookies {
  return {
    cookie: cookieReader(request.headers.cookie, secure),
    setCookie({ name, value, maxAgeS }) {
      const line = `${wireName(name, secure)}=${value}; Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Strict`
      void reply.header('set-cookie', secure ? `${line}; Secure` : line)
    },
  }
}
