import { expect, test } from 'vitest'
import type { Column } from './columns.ts'
import { csvOf, csvValue } from './csv.ts'

test.each([
  ['=1+1', `"'=1+1"`],
  ['+44 20', `"'+44 20"`],
  ['@name', `"'@name"`],
  ['-12.50', '"-12.50"'],
  ['-cmd', `"'-cmd"`],
  [' =1+1', `"' =1+1"`],
  ['\u202e=1+1', `"'\u202e=1+1"`],
  ['＝1+1', `"'＝1+1"`],
  ['\n=1+1', `"'\n=1+1"`],
  ['say "yes"', '"say ""yes"""'],
  ['a,b', '"a,b"'],
])('a spreadsheet reads %s as text or as a number, never as a formula', (text, written) =>
  expect(csvValue(text)).toBe(written),
)

test('a file holds the columns that have a text, titles first, and is marked as UTF-8', () => {
  const columns: Column<{ name: string }>[] = [
    { id: 'name', title: 'Имя', width: 8, cell: () => null, text: ({ name }) => name },
    { id: 'chip', title: 'Chip', width: 8, cell: () => null },
  ]
  expect(csvOf([{ name: 'Aroha' }], columns)).toBe('\uFEFF"Имя"\r\n"Aroha"\r\n')
})
