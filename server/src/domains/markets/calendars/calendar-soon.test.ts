import { expect, test } from 'vitest'
import { otherHoursSoon } from './calendar-soon.ts'

const facts = {
  timeZone: 'America/New_York',
  week: [],
  holidays: ['2026-09-07', '2026-11-26', '2026-12-25'],
  earlyCloses: { '2026-11-27': '13:00', '2026-12-24': '13:00' },
  lateOpens: { '2026-11-26': '10:00', '2026-11-30': '10:30' },
}

test('days with other hours in the next thirty days, the nearest first; a holiday has no hours at all', () => {
  expect(otherHoursSoon(facts, 1_795_262_400_000)).toEqual([
    { date: '2026-11-26', change: 'closed' },
    { date: '2026-11-27', change: 'closesEarly', time: '13:00' },
    { date: '2026-11-30', change: 'opensLate', time: '10:30' },
  ])
})
