import { isIPv6 } from 'node:net'

/** Where IPv4 begins in the addresses of IPv6 that stand for it, as WHATWG writes them: `::ffff:c000:200`. */
const mapped = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/
const mappedBits = 96

/**
 * An address or range as callers are compared with it: one of IPv4 that is written inside IPv6 (`::ffff:192.0.2.0/120`) is that
 * of IPv4 (`192.0.2.0/24`), because a caller by IPv4 is known by that address alone. Undefined for a range that holds all of
 * IPv4 and more: it would take none of it. Whether the rest is an address at all is not judged here.
 */
export function plainNetwork(network: string): string | undefined {
  const [ip = '', prefix] = network.split('/')
  const groups = isIPv6(ip) ? mapped.exec(new URL(`http://[${ip}]`).hostname) : null
  if (groups === null) return network
  const plain = groups
    .slice(1)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join('.')
  if (prefix === undefined) return plain
  const length = Number(prefix) - mappedBits
  return length < 0 ? undefined : `${plain}/${length}`
}

/** All of them; undefined where one of them cannot be compared with. */
export function plainNetworks(networks: readonly string[]): string[] | undefined {
  const plain = networks.map(plainNetwork)
  return plain.every((network) => network !== undefined) ? plain : undefined
}
