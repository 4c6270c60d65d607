import { refusalCodes, type RefusalKey } from '@evenhand/protocol/codes.ts'
import { buyOptions } from '@evenhand/protocol/options.ts'
import { describe, expect, it } from 'vitest'
import { fitsSession } from './market-closure.ts'
import { fieldFor } from './refusal-field.ts'

describe('fitsSession', () => {
  const now = 1_795_262_400_000
  it('wants five minutes beyond the limit time, and no end where there is none', () => {
    expect(fitsSession({ open: true, until: now + 360_000 }, 60, now)).toBe(true)
    expect(fitsSession({ open: true, until: now + 359_999 }, 60, now)).toBe(false)
    expect(fitsSession({ open: true, until: null }, 86_400, now)).toBe(true)
  })
})

describe('fieldFor', () => {
  it.each([
    ['insufficientBalance', 'amount'],
    ['termUnknown', 'limitTime'],
    ['quoteChanged', 'terms'],
    ['tooMany', 'wait'],
    ['notTradableNow', 'closed'],
    ['quizNeeded', 'sheet'],
    ['openLimitReached', 'form'],
    ['keyReused', 'form'],
  ] as const)('%s: %s', (key, field) => expect(fieldFor(key)).toBe(field))

  it('has a field for everything the call may refuse', () => {
    const declared: readonly RefusalKey[] = buyOptions.refusals
    expect(declared.every((key) => key in refusalCodes && fieldFor(key) !== undefined)).toBe(true)
  })
})
