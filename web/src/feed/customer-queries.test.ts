import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { publishSessionFrame } from './session-connection.ts'
import { setAccountMode } from '../lib/session.ts'
import { followSessionFrames } from './customer-queries.ts'

const queries = new QueryClient()
followSessionFrames(queries)
beforeAll(() => setAccountMode('virtual'))
afterAll(() => setAccountMode('real'))
const keys = [
  ['mine', 'accounts'],
  ['mine', 'order', 'virtual', 'a'],
  ['mine', 'order', 'virtual', 'b'],
  ['mine', 'orders', 'virtual', 'page', 'open', '', 1],
  ['mine', 'orders', 'real', 'running'],
  ['mine', 'notices', undefined, false],
  ['mine', 'safeguards'],
  ['mine', 'nft', 'work', 'a', 'en'],
  ['mine', 'nft', 'list', 'en', undefined],
  ['mine', 'orders', 'virtual', 'contracts', 'live'],
  ['mine', 'orders', 'real', 'contracts', 'live'],
  ['mine', 'loans', 'list'],
  ['mine', 'plans', 'positions'],
  ['instrument', 'BTCUSDT'],
]
beforeEach(() => {
  for (const key of keys) queries.setQueryData(key, 'known')
})
const outdated = () =>
  keys.filter((key) => queries.getQueryState(key)?.isInvalidated).map((key) => key.slice(1).join(' '))

test('a result requests again for that order and the lists of its account, and for nothing of the other', async () => {
  publishSessionFrame({ channel: 'orders', id: 'a', what: 'WON' })
  await vi.waitFor(() =>
    expect(outdated()).toEqual(['order virtual a', 'orders virtual page open  1', 'orders virtual contracts live']),
  )
})

test('a contract, a loan and a plan of another device are requested with the balance that they moved', async () => {
  publishSessionFrame({ channel: 'balances' })
  await vi.waitFor(() =>
    expect(outdated()).toEqual([
      'accounts',
      'orders virtual page open  1',
      'orders virtual contracts live',
      'loans list',
      'plans positions',
    ]),
  )
})

test('a decision about a loan, which comes as a notice, is requested at once', async () => {
  publishSessionFrame({ channel: 'notifications', unread: 1 })
  await vi.waitFor(() => expect(outdated()).toEqual(['notices  false', 'loans list']))
})

test('a bid requests again for the work it is on, and for no list', async () => {
  publishSessionFrame({ channel: 'nft', id: 'a' })
  await vi.waitFor(() => expect(outdated()).toEqual(['nft work a en']))
})

test('what is pushed in one moment is requested together', async () => {
  publishSessionFrame({ channel: 'balances' })
  publishSessionFrame({ channel: 'notifications', unread: 3 })
  await vi.waitFor(() =>
    expect(outdated()).toEqual([
      'accounts',
      'orders virtual page open  1',
      'notices  false',
      'orders virtual contracts live',
      'loans list',
      'plans positions',
    ]),
  )
})

test('when something may have been missed, all that is the customer’s is requested', async () => {
  publishSessionFrame({ channel: 'session', what: 'resync' })
  await vi.waitFor(() => expect(outdated()).toHaveLength(13))
  expect(outdated()).not.toContain('BTCUSDT')
})
