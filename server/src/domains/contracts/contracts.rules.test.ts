import { expect, it } from 'vitest'
import { contractModesOn } from './contracts.rules.ts'

it('a list offers contracts on the accounts that the ticket takes: two sources for real money in a live installation', () => {
  const live = (kind: Parameters<typeof contractModesOn>[0]['kind']) => contractModesOn({ kind, installation: 'live' })
  expect(live('live')).toEqual(['real', 'virtual'])
  expect(live('thin')).toEqual(['real', 'virtual'])
  expect(live('single')).toEqual(['virtual'])
  expect(live('delayed')).toEqual([])
  expect(contractModesOn({ kind: 'simulated', installation: 'sandbox' })).toEqual(['real', 'virtual'])
  expect(contractModesOn({ kind: 'delayed', installation: 'sandbox' })).toEqual([])
})
