import { expect, test } from 'vitest'
import { nameOf } from './instrument.ts'
import { loadCatalogue } from './load-catalogue.ts'
import { readingOf } from './readings.ts'

test('every Chinese name can be typed; after new names: node tools/src/pinyin.ts', () => {
  const unread = loadCatalogue().flatMap((instrument) =>
    (['zh', 'hk'] as const).flatMap((lang) => {
      const name = nameOf(instrument, lang)
      return /\p{Script=Han}/u.test(name) && readingOf(name, lang) === undefined ? [`${instrument.code} ${name}`] : []
    }),
  )
  expect(unread).toEqual([])
})

test('names are read as they are spoken, and in Chinese alone', () => {
  expect(['比特币', '以太坊', '富国银行', '欧元/美元'].map((name) => readingOf(name, 'zh'))).toEqual([
    'bi te bi',
    'yi tai fang',
    'fu guo yin hang',
    'ou yuan mei yuan',
  ])
  expect(readingOf('比特幣', 'hk')).toBe('bi te bi')
  expect(readingOf('比特币', 'en')).toBeUndefined()
})
