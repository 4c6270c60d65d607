import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

// Where browsers are reached: Chrome and what is built on it, Firefox, Safari, Edge on Windows. Whatever else a customer
// names is refused: we would call any address of the network we stand in, on anybody's wish.
const hosts = ['fcm.googleapis.com', 'web.push.apple.com']
const domains = ['.push.services.mozilla.com', '.push.apple.com', '.notify.windows.com']

/**
 * Whether messages may go to an address: https at a browser vendor's own servers, on the usual port and without a name and
 * password. `testOrigin` is one more, for a sandbox that tries it with a server of its own.
 */
export function isPushEndpoint(endpoint: string, testOrigin: string | undefined): boolean {
  if (!URL.canParse(endpoint) || endpoint.length > 1024) return false
  const { protocol, hostname, port, username, password, origin } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  if (testOrigin !== undefined && origin === testOrigin) return true
  if (protocol !== 'https:' || port !== '') return false
  return hosts.includes(hostname) || domains.some((domain) => hostname.endsWith(domain))
}

const closed = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  closed.addSubnet(net, bits, 'ipv4')
const publicV6 = new BlockList()
publicV6.addSubnet('2000::', 3, 'ipv6')

/** Whether an address is one of the public internet, and neither our own machine nor a network behind it. */
export function isPublicAddress(address: string): boolean {
  const kind = isIP(address)
  if (kind === 4) return !closed.check(address, 'ipv4')
  return kind === 6 && publicV6.check(address, 'ipv6')
}

/** Looks up a name as the machine does, and finds none that leads to an address which is not public. */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (cause, found) => {
    const open = (found ?? []).filter(({ address }) => isPublicAddress(address))
    const [first] = open
    if (cause !== null || first === undefined)
      return callback(cause ?? new Error('leads to no public address'), '', undefined)
    return options.all === true ? callback(null, open) : callback(null, first.address, first.family)
  })
}
