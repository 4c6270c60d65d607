import { expect, it } from 'vitest'
import { addressOn } from './address-forms.ts'

it.each([
  ['TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', true],
  ['TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T', false],
  ['TRC20', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', false],
  ['Bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', true],
  ['Bitcoin', '3P14159f73E4gFr7JterCCQh9QjiTjiZrG', true],
  ['Bitcoin', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', true],
  ['Bitcoin', 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr', true],
  ['Bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', false],
  ['Bitcoin', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdr', false],
  // Of the test network: real coins would be gone.
  ['Bitcoin', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', false],
  ['ERC20', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', true],
  ['Ethereum', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', true],
  ['Ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', false],
  ['Ethereum', '0x0000000000000000000000000000000000000000', false],
  ['Ethereum', '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', false],
] as const)('on %s the address %s is taken: %s', (network, address, taken) => {
  expect(addressOn(network, address) !== undefined).toBe(taken)
})

it('gives an address one spelling', () => {
  expect(addressOn('ERC20', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed')).toBe(
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  )
  expect(addressOn('Bitcoin', 'BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ')).toBe(
    'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  )
})
