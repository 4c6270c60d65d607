import { expect, test } from 'vitest'
import { flattenTree } from './catalogues.ts'
import { compareLanguages, type LanguageTexts } from './texts-rules.ts'
import { unusedKeys } from './texts-unused.ts'

const zh = (texts: Record<string, string>): LanguageTexts => ({ lang: 'zh', tag: 'zh-Hans', texts })
const en = (texts: Record<string, string>): LanguageTexts => ({ lang: 'en', tag: 'en', texts })
const ar = (texts: Record<string, string>): LanguageTexts => ({ lang: 'ar', tag: 'ar', texts })

test('nested keys and lists are joined with dots', () => {
  expect(flattenTree({ a: 'x', b: { c: 'y' }, d: ['z'] })).toEqual({ a: 'x', 'b.c': 'y', 'd.0': 'z' })
})

test.each([
  ['a missing key', zh({ a: '甲' }), en({}), 'en: a is missing'],
  ['a key too many', zh({}), en({ a: 'A' }), 'en: a is not in zh'],
  ['an empty text', zh({ a: '甲' }), en({ a: ' ' }), 'en: a is empty'],
  ['a lost placeholder', zh({ a: '{code} 已停' }), en({ a: 'stopped' }), 'en: a lacks {code}'],
  ['an invented placeholder', zh({ a: '已停' }), en({ a: '{x} stopped' }), 'en: a has {x}, which the source has not'],
  ['a lost tag', zh({ a: '<b>甲</b>' }), en({ a: 'A' }), 'en: a lacks {<b>}'],
  ['broken syntax', zh({ a: '甲' }), en({ a: '{n, plural, other {x}' }), 'en: a is no ICU text: '],
  [
    'a plural without one',
    zh({ a: '{n, plural, other {# 个}}' }),
    en({ a: '{n, plural, other {# items}}' }),
    'en: a {n, plural} lacks "one"',
  ],
  [
    'a category the language does not know',
    zh({ a: '{n, plural, other {# 个}}' }),
    en({ a: '{n, plural, one {#} few {#} other {#}}' }),
    'en: a {n, plural} has "few", which en does not know',
  ],
  [
    'Arabic with two forms of six',
    zh({ a: '{n, plural, other {# 个}}' }),
    ar({ a: '{n, plural, zero {#} two {#} few {#} many {#} other {#}}' }),
    'ar: a {n, plural} lacks "one"',
  ],
])('complains of %s', (_, source, other, complaint) => {
  const complaints = compareLanguages(source, [other])
  expect(complaints).toHaveLength(1)
  expect(complaints[0]?.startsWith(complaint)).toBe(true)
})

test('is silent when all is well', () => {
  const source = zh({ a: '{n, plural, =0 {无} other {# 个}}', b: '<b>{x}</b>' })
  const whole = '{n, plural, =0 {-} zero {#} one {#} two {#} few {#} many {#} other {#}}'
  expect(
    compareLanguages(source, [
      en({ a: '{n, plural, one {# item} other {# items}}', b: 'to <b>{x}</b>' }),
      ar({ a: whole, b: '<b>{x}</b>' }),
    ]),
  ).toEqual([])
})

test('a key is used by its literal, by a template that begins or ends like it, or by its namespace', () => {
  const files = [{ path: 'x.tsx', text: "t('nav.home'); t(`kind.${k}`); t(`${c}.title`); common('home.skip')" }]
  const keys = ['home.nav.home', 'home.kind.gap', 'home.card.title', 'home.skip', 'codes.10001', 'home.lost']
  expect(unusedKeys(keys, files, ['codes'])).toEqual(['home.lost'])
})
