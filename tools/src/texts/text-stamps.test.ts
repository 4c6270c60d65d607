import { expect, test } from 'vitest'
import { confirmTexts, formatStamp, parseStamp, restamp, staleTexts, type Stamps } from './text-stamps.ts'

const texts = (source: string, de: string, ar: string) => ({
  source: { title: source },
  translated: { de: { title: de }, ar: { title: ar } },
})
const fresh = restamp({}, texts('Log in', 'Anmelden', 'تسجيل الدخول'))
const stale = (stamps: Stamps): string[] => staleTexts(stamps).map(({ lang, key }) => `${lang} ${key}`)

test('a new text is stamped with all its translations', () => {
  expect(stale(fresh)).toEqual([])
})

test('an English text that changes alone leaves every translation stale', () => {
  expect(stale(restamp(fresh, texts('Sign in', 'Anmelden', 'تسجيل الدخول')))).toEqual(['de title', 'ar title'])
})

test('a translation written anew is fresh, and the others stay stale until they are', () => {
  const edited = restamp(fresh, texts('Sign in', 'Einloggen', 'تسجيل الدخول'))
  expect(stale(edited)).toEqual(['ar title'])
  const again = restamp(edited, texts('Sign in', 'Einloggen', 'تسجيل الدخول'))
  expect(stale(again)).toEqual(['ar title'])
  expect(stale(restamp(again, texts('Sign in', 'Einloggen', 'دخول')))).toEqual([])
})

test('a translation that still holds is confirmed by language and key', () => {
  const edited = restamp(fresh, texts('Log in!', 'Anmelden', 'تسجيل الدخول'))
  expect(stale(confirmTexts(edited, 'de', ['title']))).toEqual(['ar title'])
  expect(stale(confirmTexts(edited, 'de', ['other']))).toEqual(['de title', 'ar title'])
})

test('a translation mended while the English text stays is fresh', () => {
  expect(stale(restamp(fresh, texts('Log in', 'Einloggen', 'تسجيل الدخول')))).toEqual([])
})

test('an English text that is put back leaves its translations to be confirmed', () => {
  const edited = restamp(fresh, texts('Sign in', 'Anmelden', 'تسجيل الدخول'))
  expect(stale(restamp(edited, texts('Log in', 'Anmelden', 'تسجيل الدخول')))).toEqual(['de title', 'ar title'])
})

test('a stamp is one line of a file and reads back as it was', () => {
  const stamp = { source: 'aaaaaa', made: { de: '!bbbbbb', ar: 'cccccc' } }
  expect(parseStamp(formatStamp(stamp, ['de', 'ar']), ['de', 'ar'])).toEqual(stamp)
})
