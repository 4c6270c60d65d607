import { expect, test } from 'vitest'
import { addressList } from '../../../kernel/http/api-key.ts'
import { plainNetwork, plainNetworks } from './plain-networks.ts'

test.each([
  ['::ffff:192.0.2.0/120', '192.0.2.0/24'],
  ['::FFFF:c000:0200/120', '192.0.2.0/24'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7/128', '192.0.2.7/32'],
  ['192.0.2.0/24', '192.0.2.0/24'],
  ['2001:db8::/32', '2001:db8::/32'],
  ['::192.0.2.7', '::192.0.2.7'],
  ['1.2.3', '1.2.3'],
])('%s is compared as %s', (network, plain) => {
  expect(plainNetwork(network)).toBe(plain)
})

test('a range that reaches beyond IPv4, or holds all of it, is none to bind a key to', () => {
  expect(plainNetwork('::ffff:0.0.0.0/95')).toBeUndefined()
  expect(plainNetworks(['192.0.2.0/24', '::ffff:0:0/10'])).toBeUndefined()
  expect(addressList(plainNetworks(['::ffff:0:0/96']) ?? [])).toBeUndefined()
  expect(addressList(plainNetworks(['::ffff:192.0.2.0/129']) ?? [])).toBeUndefined()
})
