import { feedKinds, type FeedKind } from '@evenhand/protocol/markets.ts'
import { describe, expect, it } from 'vitest'
import { checkFeed, feedQualifies } from './options.rules.ts'
import { modesOn } from './option-terms.ts'

const accepted = (options: {
  mode: 'real' | 'virtual'
  installation: 'sandbox' | 'live'
  licensed?: boolean
}): FeedKind[] => feedKinds.filter((kind) => feedQualifies({ licensed: false, ...options, kind }))

describe('the kinds of prices that options are sold on', () => {
  it.each([
    ['sandbox', 'real', false, ['live', 'thin', 'single', 'replay', 'simulated']],
    ['sandbox', 'virtual', false, ['live', 'thin', 'single', 'replay', 'simulated']],
    ['live', 'virtual', false, ['live', 'thin', 'single', 'replay', 'simulated']],
    ['live', 'real', false, ['live']],
    ['live', 'real', true, ['live', 'single']],
  ] as const)('in a %s installation on the %s account (licensed: %s) are %j', (installation, mode, licensed, kinds) => {
    expect(accepted({ installation, mode, licensed })).toEqual(kinds)
  })

  it('are named in the refusal, with the lowest that would do', () => {
    const real = { mode: 'real', installation: 'live', licensed: false } as const
    expect(() => checkFeed({ ...real, kind: 'thin' })).toThrow(
      expect.objectContaining({ key: 'feedKindTooLow', params: { feedKind: 'thin', needed: 'live' } }),
    )
    expect(() => checkFeed({ ...real, installation: 'sandbox', kind: 'delayed' })).toThrow(
      expect.objectContaining({ key: 'feedKindTooLow', params: { feedKind: 'delayed', needed: 'single' } }),
    )
  })

  it('are listed with an instrument', () => {
    expect(modesOn({ kind: 'thin', installation: 'live', licensed: false, hasTerms: true })).toEqual(['virtual'])
    expect(modesOn({ kind: 'delayed', installation: 'sandbox', licensed: false, hasTerms: true })).toEqual([])
  })
})
