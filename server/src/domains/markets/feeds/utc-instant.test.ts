import { expect, test } from 'vitest'
import { instantOf } from './utc-instant.ts'

test('a time of an exchange is milliseconds, what is finer is cut off', () => {
  expect(instantOf('2021-04-17T16:43:30.244975Z')).toBe(1_618_677_810_244)
  expect(instantOf('2021-04-17T16:43:30.5Z')).toBe(1_618_677_810_500)
  expect(instantOf('2021-04-17T16:43:30Z')).toBe(1_618_677_810_000)
  expect(instantOf('2024-02-29T23:59:59.999999999Z')).toBe(1_709_251_199_999)
})

test('anything else is no time', () => {
  const others = ['', '2021-04-17', '2021-04-17T16:43:30', '2021-04-17T16:43:30+00:00', '2021-13-17T16:43:30Z']
  const worse = [
    '2021-04-17T24:00:00Z',
    '2026-02-30T10:00:00Z',
    '2021-04-17T16:60:30Z',
    ' 2021-04-17T16:43:30Z',
    '0',
    'Z',
    '2021-04-17T16:43:30.Z',
  ]
  for (const text of [...others, ...worse, undefined, null, 5, {}])
    expect(instantOf(text), String(text)).toBeUndefined()
})
