import { countryCodes, countryProducts, type CountryProduct } from '@evenhand/protocol/countries.ts'
import { langValues } from '@evenhand/protocol/languages.ts'
import { expect, test } from 'vitest'
import { mayTrade } from './country-matrix.ts'
import { createSafeguards } from './index.ts'

// The product table, column by column: GB · EU/EEA · AU · US · sanctioned · others.
const columns = {
  GB: ['GB'],
  EEA: ['DE', 'FR', 'NO', 'IS', 'LI', 'RE'],
  AU: ['AU', 'NF'],
  US: ['US', 'PR'],
  none: ['KP', 'IR', 'CU', 'SY'],
  others: ['SG', 'JP', 'CN', 'CH', 'BR', 'AE', 'CA'],
}
const table: Record<CountryProduct, string> = {
  register: 'YYYYNY',
  options: 'NNNNNY',
  contracts: 'YYYNNY',
  plans: 'NNNNNY',
  loans: 'NNNNNY',
  collectibles: 'YYYYNY',
  conversion: 'YYYYNY',
  inviteReward: 'NNNNNY',
}

test.each(countryProducts)('%s is offered exactly where the country matrix reports, on both accounts', (product) => {
  Object.values(columns).forEach((countries, column) => {
    for (const country of countries) {
      for (const mode of ['virtual', 'real'] as const) {
        expect(mayTrade({ product, mode, country }), `${product} ${mode} ${country}`).toBe(
          table[product][column] === 'Y',
        )
      }
    }
  })
})

test('an unknown country gets every virtual product and no real one', () => {
  for (const product of countryProducts) {
    for (const country of ['', 'XX', 'EU', 'sg']) {
      expect(mayTrade({ product, mode: 'virtual', country })).toBe(true)
      expect(mayTrade({ product, mode: 'real', country })).toBe(false)
    }
  }
})

test('the codes are the 249 of ISO 3166-1, and each language is proposed one where options are offered', () => {
  expect(new Set(countryCodes).size).toBe(249)
  const safeguards = createSafeguards()
  for (const lang of langValues) {
    expect(safeguards.openCountries()).toContainEqual({ code: safeguards.proposedCountry(lang), options: true })
  }
  expect(safeguards.openCountries().map((country) => country.code)).not.toContain('KP')
  expect(() => safeguards.mustBeOffered({ product: 'options', mode: 'real', country: 'GB' })).toThrow(
    'notInYourCountry',
  )
})

test('where addresses are known, the stricter of the declared country and the address decides', () => {
  const countries: Record<string, string> = { '203.0.113.1': 'GB', '203.0.113.2': 'SG', '203.0.113.3': 'XX' }
  const safeguards = createSafeguards({ countryOf: (ip) => countries[ip] })
  const isOffered = (country: string, ip?: string) =>
    safeguards.mayTrade({ product: 'options', mode: 'real', country, ip })
  expect(isOffered('SG', '203.0.113.1')).toBe(false)
  expect(isOffered('GB', '203.0.113.2')).toBe(false)
  for (const ip of ['203.0.113.2', '203.0.113.3', '127.0.0.1', undefined]) expect(isOffered('SG', ip)).toBe(true)
  const refused = () =>
    safeguards.mustBeOffered({ product: 'options', mode: 'virtual', country: 'SG', ip: '203.0.113.1' })
  expect(refused).toThrow(expect.objectContaining({ params: { product: 'options', country: 'GB' } }) as Error)
  expect(safeguards.countriesOf({ country: 'SG', ip: '203.0.113.1' })).toEqual(['SG', 'GB'])
  expect(safeguards.countriesOf({ country: 'SG', ip: '127.0.0.1' })).toEqual(['SG'])
  // An address opens nothing: who declared no country trades nothing real from anywhere.
  expect(isOffered('', '203.0.113.2')).toBe(false)
})
