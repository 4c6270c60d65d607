import type { Notification } from '@evenhand/protocol/notices.ts'
import { expect, test } from 'vitest'
import { byDay } from './notice-days.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

const noon = new Date(2026, 10, 21, 12).getTime()
const at = (id: string, createdAt: number): Notification => ({
  id,
  category: 'ACCOUNT',
  templateKey: 'welcome',
  params: {},
  link: '/profile',
  createdAt,
})

test('puts notices under today, yesterday and the dates before, in their order', () => {
  const notices = [at('d', noon), at('c', noon - 1000), at('b', noon - dayMs), at('a', noon - 5 * dayMs)]
  const days = byDay(notices, { now: noon, tag: 'en', today: 'Today', yesterday: 'Yesterday' })
  expect(days.map(({ name, notices: own }) => [name, own.map(({ id }) => id).join('')])).toEqual([
    ['Today', 'dc'],
    ['Yesterday', 'b'],
    ['Monday, November 16, 2026', 'a'],
  ])
})
