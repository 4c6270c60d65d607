import { BlockList, isIP } from 'node:net'
import { maxKeyCalls, type KeyScope } from '@evenhand/protocol/api-keys.ts'
import { secondMs } from '@evenhand/protocol/durations.ts'
import type { AccountMode } from '@evenhand/protocol/money.ts'
import type { Route } from '@evenhand/protocol/route.ts'
import type { Rule } from './rate-limits.ts'
import { refuse } from './refusal.ts'

/** What an API key stands for beside its customer. */
export type KeyGrant = {
  readonly id: string
  readonly scope: KeyScope
  readonly virtualOnly: boolean
  /** Whether a call may come from this address. */
  readonly isFrom: (ip: string) => boolean
}

/** What one key may call, beside what its customer may. */
export const keyRule: Rule = { name: 'apiKey', max: maxKeyCalls, perMs: 10 * secondMs }

/** An IPv4 address that arrives inside IPv6 is the IPv4 address. */
const plainIp = (ip: string): string => (ip.startsWith('::ffff:') && isIP(ip.slice(7)) === 4 ? ip.slice(7) : ip)

/** Addresses and ranges as they are checked; undefined where one of them is none. */
export function addressList(addresses: readonly string[]): BlockList | undefined {
  const list = new BlockList()
  for (const text of addresses) {
    const [ip = '', prefix] = text.split('/')
    const kind = isIP(ip)
    const bits = kind === 4 ? 32 : 128
    const length = prefix === undefined ? bits : Number(prefix)
    // A range of all addresses binds a key to nothing; an empty list means the same.
    if (kind === 0 || length < 1 || length > bits) return undefined
    list.addSubnet(ip, length, kind === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}

/** The check of a list of addresses; an empty one lets everything through, one that cannot be read nothing. */
export function fromAddresses(addresses: readonly string[]): KeyGrant['isFrom'] {
  if (addresses.length === 0) return () => true
  const list = addressList(addresses)
  return (ip) => {
    const own = plainIp(ip)
    return list?.check(own, isIP(own) === 6 ? 'ipv6' : 'ipv4') === true
  }
}

type Keyed = { readonly key?: KeyGrant }

/**
 * Whom a call is made by: the session, but no page where it is a key's that comes from elsewhere than its addresses, or where
 * a public call reveals nothing about keys. Some of these do more with a session, and none of that is for keys.
 */
export function callerOf<S extends Keyed>(session: S | undefined, route: Route, ip: string): S | undefined {
  if (session?.key === undefined) return session
  return session.key.isFrom(ip) && (route.signedIn === true || route.keys !== undefined) ? session : undefined
}

/**
 * Refuses 40040 {needed} a call that is not for this key: what its route does not open to keys at all, what needs a wider
 * scope, and for a key of the virtual account whatever reads or moves something else.
 */
export function mustBeForKey({ key }: Keyed, route: Route, mode: AccountMode): void {
  if (key === undefined) return
  if (route.keys === undefined || route.proof !== undefined) throw refuse('keyNotAllowed', { needed: 'SESSION' })
  if (route.keys === 'trade' && key.scope !== 'TRADE') throw refuse('keyNotAllowed', { needed: 'TRADE' })
  const isVirtual = route.virtualKeys === true || (route.money === true && mode === 'virtual')
  if (key.virtualOnly && !isVirtual) throw refuse('keyNotAllowed', { needed: 'REAL' })
}
