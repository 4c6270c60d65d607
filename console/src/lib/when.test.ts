import { expect, test } from 'vitest'
import { durationText, narrowDurationText } from './when.tsx'

test.each([
  [0, '0 sec'],
  [59_999, '59 sec'],
  [3_600_000, '1 hr'],
  [86_400_000 - 1, '23 hr 59 min'],
  [90_061_000, '1 day 1 hr'],
])('%i ms are %s', (ms, text) => expect(durationText(ms, 'en')).toBe(text))

test.each([
  [0, '0s'],
  [31_140_000, '8h'],
  [7_140_000, '119m'],
  [97_200_000, '27h'],
  [400_000_000, '4d'],
])('in a narrow column %i ms are %s', (ms, text) => expect(narrowDurationText(ms, 'en')).toBe(text))

test('counts are Latin digits in every language', () => expect(durationText(3_660_000, 'ar')).toMatch(/1.*1/))

test('a count and its unit are parted as in the texts of the pages', () => {
  expect(durationText(86_400_000, 'zh-Hans')).toBe('1 天')
  expect(durationText(86_400_000, 'ko')).toBe('1일')
})
