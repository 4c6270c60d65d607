import type { FastifyReply } from 'fastify'

/** The headers that every page of ours has: what it may load and do, that none may frame it, and over TLS for good when live. */
export function pageHeaders(reply: FastifyReply, { policy, live }: { policy: string; live: boolean }): FastifyReply {
  if (live) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('content-security-policy', policy)
    .header('cross-origin-opener-policy', 'same-origin')
}
