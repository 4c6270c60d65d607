import { expect, test } from 'vitest'
import { soughtOf } from './search-term.ts'

const hash = 'ab'.repeat(32)

test.each([
  [' DP000000012 ', { depositNo: 12n }],
  ['cv7', { conversionNo: 7n }],
  ['EH000000042', { orderNo: 42n }],
  ['ln000000003', { loanNo: 3n }],
  ['nf000000007', { saleNo: 7n }],
  [
    '100001',
    {
      depositNo: 100001n,
      conversionNo: 100001n,
      orderNo: 100001n,
      contractNo: 100001n,
      loanNo: 100001n,
      planNo: 100001n,
      saleNo: 100001n,
      withdrawalNo: 100001n,
      complaintNo: 'C100001',
    },
  ],
  ['c100008', { complaintNo: 'C100008' }],
  [hash.toUpperCase(), { hashStart: hash }],
  [`0x${hash}`, { hashStart: hash }],
  ['0xABCDEF12', { hashStart: 'abcdef12' }],
  ['abcdef1', {}],
  ['TR7N HqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }],
  ['01A1FFA9-35e3-7000-8e12-be7929ef2fe3', { id: '01a1ffa9-35e3-7000-8e12-be7929ef2fe3' }],
  ['LA 12345', { docNumber: 'LA12345' }],
  ['amy', {}],
  ["'; drop table x; --", {}],
])('%s is read as %o', (typed, sought) => {
  const { text: _, docNumber, ...read } = soughtOf(typed)
  expect('docNumber' in sought ? { docNumber } : read).toEqual(sought)
})
