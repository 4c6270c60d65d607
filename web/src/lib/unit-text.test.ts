import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { unitText } from '@evenhand/protocol/unit-text.ts'

test.each([
  ['zh-Hans', '12 小时'],
  ['zh-Hant-HK', '12 小時'],
  ['ja', '12 時間'],
  ['ko', '12시간'],
  ['en', '12 hours'],
  ['ar', '12 ساعة'],
])('a count and its unit are parted as in the texts of the page (%s)', (tag, text) => {
  expect(unitText(tag, 12, 'hour')).toBe(text)
})

const textsOf = (lang: string): readonly string[] => {
  const folder = new URL(`../texts/${lang}/`, import.meta.url)
  return readdirSync(folder).flatMap((file) => readFileSync(new URL(file, folder), 'utf8').split('\n'))
}

test.each([
  ['ja', /[\d#}](?:日|時間|分|秒|か月|年|回|件|個|つ|人|名|文字|桁|歳)/],
  ['zh', /[\d#}](?:天|小时|分钟|秒|个|年|次|条|笔|位|人|手|岁)/],
  ['hk', /[\d#}](?:日|小時|分鐘|秒|個|年|次|條|筆|位|人|手|歲)/],
  ['ko', /[\d#] (?:일|시간|분|초|개|년|회|건|명|자|세)/],
])('the texts of a language part a number from its unit in one way (%s)', (lang, otherWay) => {
  expect(textsOf(lang).filter((line) => otherWay.test(line))).toEqual([])
})
