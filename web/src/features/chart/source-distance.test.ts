import { expect, test } from 'vitest'
import { distanceText, partsPerMillion } from './source-distance.ts'

test.each([
  ['100.5', '100', 5000, '+0.500%'],
  ['99.999', '100.000', -10, '−0.001%'],
  ['100', '100.00', 0, '0.000%'],
  ['110', '100', 100_000, '+10.000%'],
  ['1', '0', 0, '0.000%'],
])('%s against %s', (mid, price, ppm, text) => {
  expect(partsPerMillion(mid, price)).toBe(ppm)
  expect(distanceText(mid, price)).toBe(text)
})
