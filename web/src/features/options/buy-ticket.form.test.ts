import { describe, expect, it } from 'vitest'
import {
  errorsOf,
  isTooLittle,
  maxAmountOf,
  quickAmounts,
  startTicket,
  steppedAmount,
  summaryOf,
  withLimitTime,
  type TicketState,
} from './buy-ticket.form.ts'

const terms = [
  { limitTime: 60, min: '5.00', max: '200.00', payoutRate: '0.94', earlySale: false },
  { limitTime: 600, min: '10.00', max: '500.00', payoutRate: '0.94', earlySale: true },
]
const facts = { terms, free: '10000.000000' }
const ticket = (part: Partial<TicketState> = {}): TicketState => ({
  direction: 'UP',
  limitTime: 60,
  amountText: '100',
  touched: true,
  ...part,
})

describe('a fresh ticket', () => {
  it('takes the limit time used last, and its minimum as the amount', () => {
    expect(startTicket(terms, { direction: 'DOWN', lastLimitTime: 600 })).toEqual({
      direction: 'DOWN',
      limitTime: 600,
      amountText: '10',
      touched: false,
    })
  })
  it('takes the first one when the last is no longer offered', () => {
    expect(startTicket(terms, { direction: 'UP', lastLimitTime: 30 }).limitTime).toBe(60)
  })
  it('lets an untouched amount follow the minimum and leaves a typed one alone', () => {
    expect(withLimitTime(ticket({ touched: false, amountText: '5' }), terms, 600).amountText).toBe('10')
    expect(withLimitTime(ticket({ amountText: '7' }), terms, 600).amountText).toBe('7')
  })
})

describe('summaryOf', () => {
  it('states payout, win, loss, break-even and expected return as the table of terms gives them', () => {
    expect(summaryOf(ticket(), facts)).toMatchObject({
      amount: { units: 100_000_000n, text: '100.00' },
      win: '94.00',
      back: '194.00',
      loss: '100.00',
      payoutPct: '94.00',
      breakEvenPct: '51.55',
      expectedPct: '-3.00',
      expected: '-3.00',
    })
  })
  it('states rates alone while the text means no amount', () => {
    expect(summaryOf(ticket({ amountText: '1,234' }), facts)).toMatchObject({
      amount: undefined,
      win: undefined,
      payoutPct: '94.00',
    })
  })
  it('rounds a win down to the smallest unit', () => {
    expect(summaryOf(ticket({ amountText: '5.01' }), facts).win).toBe('4.7094')
  })
})

describe('errorsOf', () => {
  it.each([
    ['', { is: 'empty' }],
    ['1e3', { is: 'malformed' }],
    ['1,234', { is: 'ambiguous', readings: ['1234.00'] }],
    ['5,000', { is: 'ambiguous', readings: ['5000.00', '5.00'] }],
    ['4.99', { is: 'belowMin', min: '5.00' }],
    ['200.01', { is: 'aboveMax', max: '200.00' }],
    ['5.0001', { is: 'step' }],
  ])('%j: %j', (amountText, amount) => {
    expect(errorsOf(ticket({ amountText }), facts)).toEqual({ amount })
  })
  it('knows what is free', () => {
    expect(errorsOf(ticket(), { terms, free: '99.99' })).toEqual({ amount: { is: 'overFree', free: '99.99' } })
    expect(errorsOf(ticket(), { terms, free: undefined })).toEqual({})
  })
  it('is empty for a good ticket, at both ends of the range', () => {
    expect(errorsOf(ticket({ amountText: '5' }), facts)).toEqual({})
    expect(errorsOf(ticket({ amountText: '200,00' }), facts)).toEqual({})
  })
  it('refuses a limit time that is not offered', () => {
    expect(errorsOf(ticket({ limitTime: 30 }), facts)).toEqual({ limitTime: 'unknown' })
  })
})

describe('quickAmounts', () => {
  it('are the usual ones within the bounds of the limit time and the balance', () => {
    expect(terms.map((one) => quickAmounts(one, undefined))).toEqual([
      ['5', '10', '50', '100'],
      ['10', '50', '100'],
    ])
    expect(terms.map((one) => quickAmounts(one, '60'))).toEqual([
      ['5', '10', '50'],
      ['10', '50'],
    ])
  })
  it('end with the largest that is allowed and free, in whole hundredths', () => {
    expect(terms.map((one) => maxAmountOf(one, '10000'))).toEqual(['200', '500'])
    expect(terms.map((one) => maxAmountOf(one, '7.129999'))).toEqual(['7.12', undefined])
  })
  it('go by steps of the minimum and stop at the bounds', () => {
    const step = (amountText: string, by: -1 | 1, free = '10000') =>
      steppedAmount(ticket({ amountText }), { terms, free }, by)
    expect([step('5', 1), step('10', -1), step('5', -1), step('198', 1), step('', 1)]).toEqual([
      '10',
      '5',
      '5',
      '200',
      '5',
    ])
    expect(step('10', 1, '12.5')).toBe('12.50')
    expect(step('10', 1, '3')).toBe('5')
  })
})

it('an account is too small when no limit time has a stake that it holds', () => {
  expect([undefined, '4.99', '5', '7'].map((free) => isTooLittle({ terms, free }))).toEqual([false, true, false, false])
})
