import { expect, test } from 'vitest'
import { languages } from './languages.ts'
import { sentenceDate } from './sentence-date.ts'

test('a date in a sentence is written as a writer of its language would', () => {
  const at = Date.UTC(2026, 10, 28, 13, 5)
  const written = (more: Intl.DateTimeFormatOptions = {}) =>
    Object.fromEntries(
      languages.map(({ value, tag }) => [value, sentenceDate(tag, { timeZone: 'UTC', ...more }).format(at)]),
    )
  expect(written()).toEqual({
    zh: '2026年11月28日',
    en: 'Nov 28, 2026',
    ja: '2026年11月28日',
    ko: '2026년 11월 28일',
    de: '28. November 2026',
    fr: '28 nov. 2026',
    it: '28 nov 2026',
    ar: '28 نوفمبر 2026',
    hk: '2026年11月28日',
    es: '28 nov 2026',
    pt: '28 de nov. de 2026',
  })
  expect(written({ timeStyle: 'short' })).toMatchObject({
    ja: '2026年11月28日 13:05',
    de: '28. November 2026 um 13:05',
    // The half of the day stays on the line of its time.
    ar: '28 نوفمبر 2026 في 1:05\u00a0م',
    en: 'Nov 28, 2026, 1:05\u00a0PM',
    ko: '2026년 11월 28일 오후\u00a01:05',
    hk: '2026年11月28日 下\u2060午\u20601:05',
  })
})
