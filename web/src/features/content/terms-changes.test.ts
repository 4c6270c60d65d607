import { expect, test } from 'vitest'
import { changesOf } from './terms-changes.ts'

const row = (limitTime: number, payoutRate: string) => ({ limitTime, min: '5.00', max: '200.00', payoutRate })

test('a row that changed stands beside what it was, in the newest version first', () => {
  const first = { version: 1, rows: [row(60, '0.94'), row(120, '0.94')] }
  const second = { version: 2, rows: [row(60, '0.9'), row(120, '0.94')] }
  const third = { version: 3, rows: [row(60, '0.9'), row(120, '0.95')] }
  expect(changesOf([first, third, second])).toEqual([
    {
      version: 3,
      rows: [
        { ...row(60, '0.9'), before: undefined },
        { ...row(120, '0.95'), before: row(120, '0.94') },
      ],
    },
    {
      version: 2,
      rows: [
        { ...row(60, '0.9'), before: row(60, '0.94') },
        { ...row(120, '0.94'), before: undefined },
      ],
    },
    { version: 1, rows: first.rows.map((one) => ({ ...one, before: undefined })) },
  ])
})
