import { expect, test } from 'vitest'
import { besideBefore, newestFirst } from './terms-changes.ts'

const row = (limitTime: number, payoutRate: string) => ({ limitTime, min: '5.00', max: '200.00', payoutRate })

test('a row that changed stands beside what it was, in the newest version first', () => {
  const first = { version: 1, table: [row(60, '0.94'), row(120, '0.94')] }
  const second = { version: 2, table: [row(60, '0.9'), row(120, '0.94')] }
  const third = { version: 3, table: [row(60, '0.9'), row(120, '0.95')] }
  const rows = (one: typeof first, before: typeof first | undefined) => ({
    rows: besideBefore(one.table, before?.table, ({ limitTime }) => limitTime),
  })
  expect(newestFirst([first, third, second], rows).map((one) => [one.version, one.rows])).toEqual([
    [
      3,
      [
        { ...row(60, '0.9'), before: undefined },
        { ...row(120, '0.95'), before: row(120, '0.94') },
      ],
    ],
    [
      2,
      [
        { ...row(60, '0.9'), before: row(60, '0.94') },
        { ...row(120, '0.94'), before: undefined },
      ],
    ],
    [1, first.table.map((one) => ({ ...one, before: undefined }))],
  ])
})
