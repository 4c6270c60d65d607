import { expect, test } from 'vitest'
import { addressList, fromAddresses } from './api-key.ts'

test('a list of addresses takes what is in its ranges, and an empty one everything', () => {
  const isFrom = fromAddresses(['203.0.113.7', '198.51.100.0/24', '2001:db8:1::/48'])
  for (const ip of ['203.0.113.7', '::ffff:203.0.113.7', '198.51.100.200', '2001:db8:1:ffff::1'])
    expect(isFrom(ip), ip).toBe(true)
  for (const ip of ['203.0.113.8', '198.51.101.1', '2001:db8:2::1', '', 'unknown']) expect(isFrom(ip), ip).toBe(false)
  expect(fromAddresses([])('192.0.2.1')).toBe(true)
})

test('what is no address binds a key to nowhere', () => {
  for (const text of ['203.0.113', '203.0.113.7/33', '0.0.0.0/0', '2001:db8::/129', '::/0', 'abc', '1.2.3.4/'])
    expect(addressList([text]), text).toBeUndefined()
  expect(fromAddresses(['nowhere'])('203.0.113.7')).toBe(false)
})
