import { expect, it } from 'vitest'
import { fundDigits, isGuessable } from './fund-digits.ts'

it.each([
  ['482915', '482915'],
  ['٤٨٢٩١٥', '482915'],
  ['۴۸۲۹۱۵', '482915'],
  ['４８２９１５', '482915'],
  [' 48 29-15 ', '482915'],
  ['4829157', '482915'],
  ['abc', ''],
])('%s is typed as %s', (typed, digits) => {
  expect(fundDigits(typed)).toBe(digits)
})

it.each(['000000', '123456', '987654', '411911'])('%s is refused before it is sent', (digits) => {
  expect(isGuessable(digits)).toBe(true)
})

it.each(['482915', '112233', '12345', ''])('%s is left to be chosen', (digits) => {
  expect(isGuessable(digits)).toBe(false)
})
