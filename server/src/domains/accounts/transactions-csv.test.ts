import { expect, test } from 'vitest'
import { csvCell, transactionsCsv } from './transactions-csv.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+49 30', "'+49 30"],
  ['-cmd', "'-cmd"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['＝1＋1', "'＝1＋1"],
  ['\n=1', '"\'\n=1"'],
  ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
  ['-12.500000', '-12.500000'],
  ['two\nlines', '"two\nlines"'],
  ['plain', 'plain'],
])('a spreadsheet reads %j as the text it is', (text, cell) => {
  expect(csvCell(text)).toBe(cell)
})

test('a file has a mark, a head and a line an entry', () => {
  const row = {
    id: '7-USDT.virtual',
    at: 1_800_000_000_000,
    kind: 'WIN',
    asset: 'USDT.virtual',
    amount: '8.500000',
    balance: '10008.500000',
    order: { id: 'x', of: 'option', orderNo: 'EH000000001', code: 'BTCUSDT' },
  } as const
  expect(transactionsCsv([row])).toBe(
    '\uFEFFtime,kind,account,coin,amount,balance,order,instrument\r\n' +
      '2027-01-15T08:00:00.000Z,WIN,virtual,USDT,8.500000,10008.500000,EH000000001,BTCUSDT\r\n',
  )
})
