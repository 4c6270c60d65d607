import { expect, test } from 'vitest'
import { endingOf, longestAfter, sessionPauseMs } from './session-socket-pace.ts'

test('pauses from half a second up to half a minute, and differently for each page', () => {
  expect([0, 1, 3].map((attempt) => sessionPauseMs(attempt, 0))).toEqual([500, 1000, 4000])
  expect([longestAfter, 50].map((attempt) => sessionPauseMs(attempt, 0))).toEqual([15_000, 15_000])
  expect(sessionPauseMs(50, 1)).toBe(30_000)
})

test('only the word of the server ends a session', () => {
  expect(endingOf(1008, 'sessionEnded')).toBe('ended')
  expect([endingOf(1008, 'malformed'), endingOf(1008, 'tooMany'), endingOf(1013, 'tooMany')]).toEqual([
    'unwanted',
    'unwanted',
    'unwanted',
  ])
  expect([endingOf(1001, 'stopping'), endingOf(1006, ''), endingOf(1011, 'fault')]).toEqual(['lost', 'lost', 'lost'])
})
