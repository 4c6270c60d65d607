import { depositRisks } from '@evenhand/protocol/case-filters.ts'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { caseRequest, caseSearch } from './case-search.ts'

const read = (search: Record<string, string>) => z.parse(z.object(caseSearch), search)

test('the last day of an address belongs to what is requested, in the zone of this browser', () => {
  const { from = 0, to = 0 } = caseRequest(read({ from: '2026-11-01', to: '2026-11-01' }), depositRisks)
  expect(from).toBe(new Date(2026, 10, 1).getTime())
  expect(to).toBe(new Date(2026, 10, 2).getTime())
})

test('what is no day, no amount or no risk of this queue is as if it were not there', () => {
  const none = read({ from: 'yesterday', to: '2026-13-01', min: '1e3', max: '-1', risk: 'ODD' })
  expect(caseRequest(none, depositRisks)).toEqual({})
  expect(caseRequest(read({ risk: 'ADDRESS_NEW' }), depositRisks)).toEqual({})
  expect(caseRequest(read({ risk: 'LEGAL_HOLD', min: '0.5' }), depositRisks)).toEqual({
    risk: 'LEGAL_HOLD',
    minUsdt: '0.5',
  })
})
