import type { FastifyRequest } from 'fastify'
import { refuse } from './refusal.ts'

/** What a call discloses of the program that makes it. */
export type Requester = {
  /** True for a page in a browser. */
  readonly browser: boolean
  /** True where the call came over TLS, or a trusted proxy reports that it did. */
  readonly secure: boolean
  /** Scheme and host under which the call reached us. The caller wrote the host: it is good for a sandbox alone. */
  readonly origin: string
}

/** What is known of the calling program by its headers and its connection. */
export const requesterOf = ({ headers, protocol, host }: FastifyRequest): Requester => ({
  browser: isBrowser(headers),
  secure: protocol === 'https',
  origin: `${protocol}://${host}`,
})

/**
 * Browsers send where a call comes from: `Sec-Fetch-Site` over TLS and on their own machine, `Origin` with every POST, over
 * plain http too. Programs send neither; `Sec-Fetch-Mode` alone is no sign, since Node's own fetch sends it.
 */
const isBrowser = (headers: FastifyRequest['headers']): boolean =>
  headers['sec-fetch-site'] !== undefined || headers.origin !== undefined

/**
 * Refuses 40020 a call that changes something and was made by a page of another site. `ownUrl` is the address customers
 * know, which a proxy may hide from us.
 */
export function mustBeOwnPage({ method, headers, host }: FastifyRequest, ownUrl: string | undefined): void {
  if (method === 'GET') return
  const site = headers['sec-fetch-site']
  const own =
    site === undefined
      ? headers.origin === undefined || isOwnOrigin(headers.origin, host, ownUrl)
      : site === 'same-origin' || site === 'none'
  if (!own) throw refuse('dataIncomplete', { fields: [{ field: 'Origin', reason: 'foreign' }] })
}

const isOwnOrigin = (origin: string, host: string, ownUrl: string | undefined): boolean =>
  URL.canParse(origin) && (new URL(origin).host === host.toLowerCase() || origin === ownUrl)
