import { expect, test } from 'vitest'
import { findAnomalies, type AuditedAction } from './anomalies.rules.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'

// A Wednesday, at ten in the morning by UTC.
const now = Date.UTC(2026, 10, 18, 10)
const action = (name: string, params: Partial<AuditedAction> = {}): AuditedAction => ({
  at: now - minuteMs,
  operator: 'ada',
  act: name,
  customerId: null,
  isDebit: false,
  ...params,
})
const many = (count: number, name: string, params: (index: number) => Partial<AuditedAction> = () => ({})) =>
  Array.from({ length: count }, (_, index) => action(name, { at: now - (count - index) * minuteMs, ...params(index) }))
const kinds = (actions: readonly AuditedAction[]) => findAnomalies(actions, now).map(({ kind }) => kind)

test('who rejects every withdrawal and approves none is noticed, and who approves one of them is not', () => {
  expect(findAnomalies(many(5, 'withdrawal.reject'), now)).toMatchObject([
    { kind: 'rejectsAll', operator: 'ada', act: 'withdrawal.reject', count: 5 },
  ])
  expect(kinds([...many(5, 'withdrawal.reject'), action('withdrawal.approve')])).toEqual([])
  expect(kinds([...many(5, 'withdrawal.reject'), action('withdrawal.approve', { operator: 'ben' })])).toEqual([
    'rejectsAll',
  ])
  expect(kinds(many(4, 'withdrawal.reject'))).toEqual([])
})

test.each([
  ['on a Wednesday morning', Date.UTC(2026, 10, 18, 9), []],
  ['on that night', Date.UTC(2026, 10, 17, 22), ['lateParams']],
  ['on a Sunday', Date.UTC(2026, 10, 15, 11), ['lateParams']],
  ['so long ago that it is not reviewed any more', Date.UTC(2026, 10, 8, 11), []],
])('parameters moved %s', (_, at, expected) => expect(kinds([action('params.propose', { at })])).toEqual(expected))

test('who credits deposit after deposit of one customer is noticed, who credits many customers is not', () => {
  expect(
    findAnomalies(
      many(5, 'deposit.credit', () => ({ customerId: 'c1' })),
      now,
    ),
  ).toMatchObject([{ kind: 'sameCustomer', operator: 'ada', count: 5 }])
  expect(kinds(many(4, 'deposit.credit', () => ({ customerId: 'c1' })))).toEqual([])
  expect(kinds(many(40, 'deposit.credit', (index) => ({ customerId: `c${index}` })))).toEqual([])
  expect(
    kinds(many(5, 'deposit.credit', (index) => ({ customerId: 'c1', at: now - index * 1440 * minuteMs }))),
  ).toEqual([])
})

test('twenty persons viewed within an hour are noticed, one person twenty times is not', () => {
  const views = (params: (index: number) => Partial<AuditedAction>) => kinds(many(20, 'user.reveal', params))
  expect(views((index) => ({ customerId: `c${index}` }))).toEqual(['manyLooks'])
  expect(views(() => ({ customerId: 'c1' }))).toEqual([])
  expect(views((index) => ({ customerId: `c${index}`, at: now - index * 60 * minuteMs }))).toEqual([])
})

test('calls outside of the own roles and many files are noticed', () =>
  expect(kinds([...many(5, 'call.refused'), ...many(5, 'export.csv')])).toEqual(['refusedCalls', 'exports']))

test('every adjustment against a customer is noticed, and many in a day of any kind', () => {
  expect(kinds([action('adjustment.approve', { isDebit: true })])).toEqual(['adjustments'])
  expect(kinds(many(4, 'adjustment.approve'))).toEqual([])
  expect(kinds(many(5, 'adjustment.approve'))).toEqual(['adjustments'])
})
