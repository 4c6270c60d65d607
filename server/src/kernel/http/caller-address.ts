import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import { ipBucketOf } from './rate-limits.ts'

/**
 * Whose connection this is, in the terms of the rate limits: an IPv4 address, or the /64 of an IPv6 one. Behind trusted
 * proxies (TRUST_PROXY, a comma-separated list of networks) the address that they send is believed, as it is for calls.
 */
export function callerAddress(trustProxy: string | false): (request: IncomingMessage) => string {
  if (trustProxy === false) return (request) => ipBucketOf(request.socket.remoteAddress ?? '')
  const trusts = proxyAddress.compile(trustProxy.split(',').map((network) => network.trim()))
  return (request) => ipBucketOf(proxyAddress(request, trusts) ?? '')
}

/** Whether a connection came over TLS, by the word of a trusted proxy where there is one, as it is for calls. */
export function isSecure(trustProxy: string | false): (request: IncomingMessage) => boolean {
  const trusts =
    trustProxy === false ? undefined : proxyAddress.compile(trustProxy.split(',').map((network) => network.trim()))
  return ({ socket, headers }) => {
    if ('encrypted' in socket) return true
    if (trusts === undefined || !trusts(socket.remoteAddress ?? '', 0)) return false
    // Of several proxies the last one's word counts, which is the one that we trust.
    return (
      String(headers['x-forwarded-proto'] ?? '')
        .split(',')
        .at(-1)
        ?.trim() === 'https'
    )
  }
}

/** Counts what each address holds; bounded, because an address that holds nothing is forgotten. */
export function createShares(max: number) {
  const held = new Map<string, number>()
  return {
    /** Takes one more for an address, or returns undefined when it has its share. The returned function gives it back, once. */
    take(address: string): (() => void) | undefined {
      const before = held.get(address) ?? 0
      if (before >= max) return undefined
      held.set(address, before + 1)
      let given = false
      return () => {
        if (given) return
        given = true
        const now = (held.get(address) ?? 1) - 1
        if (now === 0) held.delete(address)
        else held.set(address, now)
      }
    },
  }
}
