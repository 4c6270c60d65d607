import { expect, test } from 'vitest'
import { manualClock } from '../time/clock.ts'
import { createLimits, ipBucketOf } from './rate-limits.ts'

const rule = { name: 'try', max: 3, perMs: 60_000 }
const refusal = (call: () => void): Record<string, unknown> | undefined => {
  try {
    call()
    return undefined
  } catch (cause) {
    return (cause as { params: Record<string, unknown> }).params
  }
}

test('no window of the length of the rule holds more than the rule permits', () => {
  const clock = manualClock(1_000_000)
  const limits = createLimits({ clock, on: true })
  limits.take(rule, 'a')
  clock.advance(40_000)
  limits.take(rule, 'a')
  limits.take(rule, 'a')
  expect(refusal(() => limits.take(rule, 'a'))).toEqual({ retryAfterS: 20 })
  clock.advance(19_999)
  expect(refusal(() => limits.take(rule, 'a'))).toEqual({ retryAfterS: 1 })
  clock.advance(1)
  expect(refusal(() => limits.take(rule, 'a'))).toBeUndefined()
  expect(refusal(() => limits.take(rule, 'a'))).toEqual({ retryAfterS: 40 })
})

test('subjects and rules are counted apart, and refused hits are not counted', () => {
  const limits = createLimits({ clock: manualClock(0), on: true })
  for (let i = 0; i < 10; i++) refusal(() => limits.take(rule, 'a'))
  expect(limits.used(rule, 'a')).toBe(3)
  expect(refusal(() => limits.take(rule, 'b'))).toBeUndefined()
  expect(refusal(() => limits.take({ ...rule, name: 'other' }, 'a'))).toBeUndefined()
})

test('a hit that is taken back leaves room for one more, and the others still count', () => {
  const clock = manualClock(0)
  const limits = createLimits({ clock, on: true })
  limits.undo(rule, 'a')
  for (let i = 0; i < 5; i++) {
    limits.take(rule, 'a')
    limits.undo(rule, 'a')
  }
  expect(limits.used(rule, 'a')).toBe(0)
  for (let i = 0; i < 3; i++) {
    limits.take(rule, 'a')
    clock.advance(10_000)
  }
  limits.undo(rule, 'a')
  expect(limits.used(rule, 'a')).toBe(2)
  limits.take(rule, 'a')
  expect(refusal(() => limits.take(rule, 'a'))).toEqual({ retryAfterS: 30 })
  clock.advance(30_000)
  expect(refusal(() => limits.take(rule, 'a'))).toBeUndefined()
  expect(refusal(() => limits.take(rule, 'a'))).toEqual({ retryAfterS: 10 })
})

test('a flood of new subjects costs bounded memory and forgets the quietest first', () => {
  const limits = createLimits({ clock: manualClock(0), on: true })
  limits.take(rule, 'old')
  for (let i = 0; i < 20_000; i++) limits.take(rule, `flood ${i}`)
  expect(limits.used(rule, 'old')).toBe(0)
  expect(limits.used(rule, 'flood 19999')).toBe(1)
})

test('a clock that goes back an hour locks no caller out for an hour', () => {
  const clock = manualClock(10_000_000)
  const limits = createLimits({ clock, on: true })
  for (let i = 0; i < 3; i++) limits.take(rule, 'a')
  clock.advance(-3_600_000)
  for (let i = 0; i < 3; i++) limits.take(rule, 'a')
  expect(refusal(() => limits.take(rule, 'a'))).toEqual({ retryAfterS: 60 })
})

test('off refuses nothing', () => {
  const limits = createLimits({ clock: manualClock(0), on: false })
  for (let i = 0; i < 100; i++) limits.take(rule, 'a')
  expect(limits.used(rule, 'a')).toBe(0)
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8::5', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ['nonsense', 'unknown'],
])('the place of %s is %s', (ip, place) => {
  expect(ipBucketOf(ip)).toBe(place)
})
