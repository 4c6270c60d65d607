import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { mmdbOf } from '../../../test/fixtures/mmdb.ts'
import { openAddressCountry } from './address-country.ts'
import { SetupError } from '../config/config.ts'

const dir = mkdtempSync(join(tmpdir(), 'evenhand-geoip-'))
afterAll(() => rmSync(dir, { recursive: true }))
const file = (name: string, bytes: Buffer): string => {
  writeFileSync(join(dir, name), bytes)
  return join(dir, name)
}

test('an address stands in the country of its network, and in none where that is not known', () => {
  const countryOf = openAddressCountry(file('a.mmdb', mmdbOf({ '203.0.113.0/24': 'GB', '198.51.100.128/25': 'SG' })))
  expect(countryOf('203.0.113.7')).toBe('GB')
  expect(countryOf('::ffff:203.0.113.7')).toBe('GB')
  expect(countryOf('198.51.100.200')).toBe('SG')
  for (const ip of ['198.51.100.1', '127.0.0.1', '2001:db8::1', '', 'nobody']) expect(countryOf(ip)).toBeUndefined()
  expect(openAddressCountry(undefined)('203.0.113.7')).toBeUndefined()
})

test('a file that cannot be read stops the start with a sentence', () => {
  expect(() => openAddressCountry(join(dir, 'none.mmdb'))).toThrow(SetupError)
  expect(() => openAddressCountry(file('b.mmdb', Buffer.from('not a database')))).toThrow(/GEOIP_FILE/)
})
