import { withdrawalStatuses } from '@evenhand/protocol/states.ts'
import { expect, it } from 'vitest'
import { isOpen, isUnpaid, shownStatus, stepsOf } from './withdrawal-steps.ts'

const stepsAs = (params: Parameters<typeof stepsOf>[0]) => stepsOf(params).map(({ name, is }) => `${name} ${is}`)

it('shows what happened, its status and what is still to come', () => {
  const requested = [
    { status: 'REQUESTED', at: 1 },
    { status: 'REVIEW', at: 2 },
  ] as const
  expect(stepsAs({ status: 'REVIEW', steps: [...requested] })).toEqual([
    'REQUESTED done',
    'REVIEW now',
    'PROCESSING next',
    'BROADCAST next',
    'COMPLETED next',
  ])
  expect(stepsAs({ status: 'BROADCAST', steps: [...requested, { status: 'BROADCAST', at: 3 }] })).toEqual([
    'REQUESTED done',
    'REVIEW done',
    'BROADCAST now',
    'COMPLETED next',
  ])
})

it('goes on showing that it waits when its time has passed', () => {
  const steps = [
    { status: 'REQUESTED', at: 1 },
    { status: 'REVIEW', at: 2 },
    { status: 'OVERDUE', at: 9 },
  ] as const
  expect(stepsAs({ status: 'REVIEW', steps: [...steps] }).slice(0, 3)).toEqual([
    'REQUESTED done',
    'REVIEW now',
    'OVERDUE bad',
  ])
})

it('ends where it ended', () => {
  const steps = [
    { status: 'REQUESTED', at: 1 },
    { status: 'REJECTED', at: 2 },
  ] as const
  expect(stepsAs({ status: 'REJECTED', steps: [...steps] })).toEqual(['REQUESTED done', 'REJECTED bad'])
})

it('calls what its customer took back neither done nor bad', () => {
  const steps = [
    { status: 'REQUESTED', at: 1 },
    { status: 'CANCELLED', at: 2 },
  ] as const
  expect(stepsAs({ status: 'CANCELLED', steps: [...steps] })).toEqual(['REQUESTED done', 'CANCELLED off'])
})

it('shows no review where there was none', () => {
  const steps = (rejectedAt: number) => [
    { status: 'REQUESTED' as const, at: 1 },
    { status: 'REVIEW' as const, at: 1 },
    { status: 'REJECTED' as const, at: rejectedAt },
  ]
  expect(stepsAs({ status: 'REJECTED', steps: steps(1) })).toEqual(['REQUESTED done', 'REJECTED bad'])
  expect(stepsAs({ status: 'REJECTED', steps: steps(2) })).toEqual(['REQUESTED done', 'REVIEW done', 'REJECTED bad'])
})

it('calls everything before the payment a review', () => {
  expect(withdrawalStatuses.filter((status) => shownStatus(status) === 'REVIEW')).toEqual([
    'REQUESTED',
    'AUTO_OK',
    'REVIEW',
    'APPROVED',
  ])
  expect(withdrawalStatuses.filter((status) => !isOpen({ status }))).toEqual([
    'REJECTED',
    'COMPLETED',
    'FAILED',
    'CANCELLED',
  ])
})

it('has neither fee nor net to show of a withdrawal whose amount went back whole', () => {
  expect(withdrawalStatuses.filter((status) => isUnpaid({ status }))).toEqual(['REJECTED', 'FAILED', 'CANCELLED'])
})
