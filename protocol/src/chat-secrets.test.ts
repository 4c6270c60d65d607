import { expect, test } from 'vitest'
import { maskSecrets, secretIn } from './chat-secrets.ts'

const seed = 'legal winner thank year wave sausage worth useful legal winner thank yellow'

test.each([
  ['my card is 4111 1111 1111 1111', 'card'],
  ['４１１１-１１１１-１１１１-１１１１', 'card'],
  ['بطاقتي ٤١١١١١١١١١١١١١١١', 'card'],
  [seed, 'seed'],
  [
    seed
      .split(' ')
      .map((word, at) => `${at + 1}. ${word}`)
      .join('\n'),
    'seed',
  ],
  ['my password is hunter2!', 'password'],
  ['密码：abc12345', 'password'],
  ['Mein Passwort ist geheim99', 'password'],
  ['the code is 493 201', 'code'],
  ['验证码 493201', 'code'],
  ['인증번호 493201', 'code'],
] as const)('warns of %s', (text, secret) => {
  expect(secretIn(text)).toBe(secret)
})

test.each([
  'I forgot my password, how do I change it?',
  '我忘记密码了，怎么修改？',
  'My order EH20261127000123 shows 493201 as its price.',
  'I have been waiting for two days and nobody has told me when the money will arrive in my account, please look',
  'Where is my withdrawal of 1500.25 USDT?',
  'The transaction is 5f2c4111111111111111aa09',
])('does not warn of %s', (text) => {
  expect(secretIn(text)).toBeUndefined()
})

test('masks cards but their last four digits, and seed phrases', () => {
  expect(maskSecrets('card 4111 1111 1111 1111, thanks')).toBe('card •••• •••• •••• 1111, thanks')
  expect(maskSecrets(`it is ${seed}`)).not.toContain('sausage')
  expect(maskSecrets('رقم الطلب ١٢٣٤')).toBe('رقم الطلب ١٢٣٤')
  expect(maskSecrets('my password is hunter2!')).toBe('my password is hunter2!')
})
