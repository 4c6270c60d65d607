import { isIP } from 'node:net'
import { badField } from './operators.rules.ts'

const maxNetworks = 20
/** The value that takes an allow-list away. */
export const anyNetwork = 'any'

/**
 * The networks of a signed value, `10.0.0.0/8,192.0.2.7` or `any`; each an address, or one with a prefix that fits its
 * family. Refuses 40020 anything else, and more than twenty.
 */
export function networksIn(text: string): readonly string[] {
  if (text === anyNetwork) return []
  const networks = text.split(',').map((part) => part.trim())
  if (networks.length > maxNetworks || !networks.every(isNetwork)) throw badField('networks', 'malformed')
  return networks
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return prefix === undefined || (/^[0-9]{1,3}$/.test(prefix) && Number(prefix) <= (family === 6 ? 128 : 32))
}
