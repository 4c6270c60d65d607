import { refusalCodes } from '@evenhand/protocol/codes.ts'
import compile from 'icu-minify/compile'
import format from 'icu-minify/format'
import { expect, test } from 'vitest'
import en from '../texts/en/codes.json' with { type: 'json' }
import zh from '../texts/zh/codes.json' with { type: 'json' }
import { compileAll } from '../../build/compile-texts.ts'
import { textKey, textValues } from './problem-text.ts'
import { joinSentences } from './sentences.ts'

const publish = (text: string, locale: string, params: Record<string, unknown>) => {
  const formatters = {
    getDateTimeFormat: (...options: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
      new Intl.DateTimeFormat(...options),
    getNumberFormat: (...options: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...options),
    getPluralRules: (...options: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...options),
  }
  return String(format(compile(text), locale, textValues(params, locale), { formatters }))
}
const keys = Object.keys(refusalCodes)

test.each([
  ['zh-Hans', zh],
  ['en', en],
])('every refusal has a text in %s that reads well with and without its values', (tag, texts) => {
  expect(Object.keys(texts).toSorted()).toEqual(keys.toSorted())
  const bares = Object.values<string | Record<string, string>>(texts).flatMap((text) =>
    typeof text === 'string'
      ? publish(text, tag, {})
      : Object.values(text).map((one) => publish(one, tag, { value: '100', max: 3, reason: 'NEW' })),
  )
  for (const bare of bares) {
    expect(bare.length).toBeGreaterThan(3)
    expect(bare).not.toMatch(/none|undefined|[{}]/)
  }
})

test('a refusal of several kinds has a text of its kind, one that is not known the general one', () => {
  const has = (key: string): boolean => key === 'ownLimitReached.loss1d' || key === 'accountRestricted.none'
  expect(textKey('ownLimitReached', { limit: 'loss1d' }, has)).toBe('ownLimitReached.loss1d')
  expect(textKey('ownLimitReached', { limit: 'newest' }, has)).toBe('ownLimitReached.other')
  expect(textKey('accountRestricted', {}, has)).toBe('accountRestricted.none')
  expect(textKey('tooMany', { limit: 'loss1d' }, has)).toBe('tooMany')
})

test.each([
  ['notTradableNow', { reason: 'notForSale' }, 'cannot be sold early now'],
  ['notTradableNow', { reason: 'sessionEnds', closesAt: 1 }, 'too soon for this duration'],
  ['openLimitReached', { limit: 'positions', max: 50 }, 'at most 50 contracts'],
] as const)('%s names what it is about and the next step (%o)', (key, params, said) => {
  const own = textKey(key, params, (one) => (one.split('.')[1] ?? '') in en[key]).split('.')[1] ?? ''
  expect(publish((en[key] as Record<string, string>)[own] ?? '', 'en', params)).toContain(said)
})

test('values appear as the customer reads them', () => {
  const needed = { free: '0.933334', needed: '55.000000' }
  expect(publish(en.marginInsufficient, 'en', needed)).toContain('0.933334 available, 55.000000 needed')
  expect(publish(en.insufficientBalance, 'de', { free: '1234.500000' })).toContain('1.234,50 available')
  expect(publish(en.insufficientBalance, 'en', { free: '3.000000' })).toBe(
    'Not enough balance: 3.00 available. Use a smaller amount.',
  )
  expect(publish(en.tooMany, 'en', { retryAfterS: 1 })).toBe('Too many requests. Try again in 1 second')
  expect(publish(en.tooMany, 'en', { retryAfterS: 60 })).toBe('Too many requests. Try again in 60 seconds')
  expect(publish(en.tooMany, 'en', { retryAfterS: 3226 })).toBe('Too many requests. Try again in 54 minutes')
  expect(publish(en.codeNotSent, 'en', {})).toBe('The code could not be sent. Try again in a moment')
  expect(publish(en.notInYourCountry, 'en', { country: 'GB', product: 'options' })).toBe(
    'This product is not offered in United Kingdom. You can still follow the markets.',
  )
  expect(publish(zh.fileTooLarge, 'zh-Hans', { maxBytes: 2_000_000 })).toBe('图片太大，最大 2 MB，请换一张较小的')
})

test('sentences follow one another as their language writes it', () => {
  expect(joinSentences(['You are offline.', false, 'Orders are paused.'], 'en')).toBe(
    'You are offline. Orders are paused.',
  )
  for (const tag of ['zh-Hans', 'zh-Hant-HK', 'ja'])
    expect(joinSentences(['一。', undefined, '二。'], tag)).toBe('一。二。')
  expect(joinSentences(['하나.', '둘.'], 'ko')).toBe('하나. 둘.')
})

test('no line breaks between a figure and its unit', () => {
  const compiled = JSON.stringify(
    compileAll({ max: 'At most {max} MB.', min: 'At least {min} USDT', step: { text: 'Steps of 0.01 USDT are USDT' } }),
  )
  expect(compiled).toContain('\u00a0USDT')
  expect(compiled).toContain('\u00a0MB.')
  expect(compiled).toContain('0.01\u00a0USDT are USDT')
})
