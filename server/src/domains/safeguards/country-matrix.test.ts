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

test.each(countryProducts)('%s is offered exactly where the country matrix says, on both accounts', (product) => {
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
