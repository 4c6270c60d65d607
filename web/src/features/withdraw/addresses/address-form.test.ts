import { expect, it } from 'vitest'
import { Refused } from '../../../lib/problem.ts'
import { addressRefusal, problemsOf } from './address-form.ts'

const good = { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', memo: '', label: 'Wallet' }

it.each([
  [{}, {}],
  [{ address: ' T ' }, { address: 'addressMissing' }],
  [{ label: ' ' }, { label: 'labelMissing' }],
  [{ label: '钱'.repeat(31) }, { label: 'labelLong' }],
  [{ label: '💼'.repeat(30) }, {}],
  [{ memo: 'é' }, { memo: 'memoMalformed' }],
  [{ memo: '104998' }, {}],
])('%j', (part, problems) => {
  expect(problemsOf({ ...good, ...part })).toEqual(problems)
})

it('shows why the server did not keep an address', () => {
  const refused = (reason: string) =>
    new Refused('dataIncomplete', { code: 40020, traceId: '', params: { fields: [{ field: 'address', reason }] } })
  expect(addressRefusal(refused('checksum'))).toBe('checksum')
  expect(addressRefusal(refused('known'))).toBe('known')
  expect(addressRefusal(new Refused('codeWrong', { code: 10091, traceId: '', params: {} }))).toBeUndefined()
})
