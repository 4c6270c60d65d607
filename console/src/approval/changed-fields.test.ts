import { expect, test } from 'vitest'
import { changedFields } from './changed-fields.ts'
import { formatTime, isTime } from './payload-values.ts'

const payload = {
  act: 'withdrawal.approve',
  subject: 'withdrawal:1',
  fields: [
    ['address', 'T1'],
    ['amount', '10'],
  ],
} as const

test('what is others now than when it was read is named, old beside new', () => {
  expect(changedFields(payload, payload)).toEqual([])
  const moved = {
    ...payload,
    fields: [
      ['address', 'T2'],
      ['amount', '10'],
      ['memo', '7'],
    ] as const,
  }
  expect(changedFields(payload, moved)).toEqual([
    { name: 'address', before: 'T1', after: 'T2' },
    { name: 'memo', before: undefined, after: '7' },
  ])
  expect(changedFields(payload, { ...payload, subject: 'withdrawal:2' })).toEqual([
    { name: 'subject', before: 'withdrawal:1', after: 'withdrawal:2' },
  ])
})

test('a moment is shown as a date beside the number that is signed', () => {
  expect(isTime('requestedAt', '1795287721398')).toBe(true)
  expect(isTime('amount', '1795287721398')).toBe(false)
  expect(formatTime('1795287721398')).toBe('2026-11-21T19:02:01.398Z (1795287721398)')
})
