import { guardedProducts } from '@evenhand/protocol/safeguards.ts'
import { expect, test } from 'vitest'
import { productOf, searchOf } from './product-search.ts'

test('an address without a product, or with an unknown one, is about options; each product keeps its own', () => {
  expect(productOf({})).toBe('options')
  expect(productOf({ product: 'lottery' })).toBe('options')
  expect(productOf({ product: 'contracts' })).toBe('contracts')
  for (const product of guardedProducts) expect(productOf(searchOf(product))).toBe(product)
})
