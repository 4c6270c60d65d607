import { shortAddress } from '@evenhand/protocol/addresses.ts'
import { fundMethods, type FundMethod } from '@evenhand/protocol/funds.ts'
import { describe, expect, it } from 'vitest'
import { Refused } from '../../lib/problem.ts'
import { checkAmount, groupsOf, textOf } from './withdraw-form.ts'

const params = (name: string): FundMethod => fundMethods.find(({ method }) => method === name) as FundMethod
const usdt = params('USDT-TRC20')
const bitcoin = params('BTC-Bitcoin')

function parsed(text: string, leaving?: { free: bigint; max: bigint }, method = usdt): unknown {
  const checked = checkAmount(text, method, leaving)
  if ('units' in checked) return checked.units
  return checked.problem instanceof Refused ? checked.problem.key : checked.problem
}
const rich = { free: 500_000_000n, max: 500_000_000n }

describe('the amount', () => {
  it('is read in digits of any script and never guessed', () => {
    expect(parsed('100.5', rich)).toBe(100_500_000n)
    expect(parsed('١٠٠', rich)).toBe(100_000_000n)
    expect(parsed('', rich)).toBe('missing')
    expect(parsed('1,234', rich)).toEqual({ ambiguous: '1234.00' })
    expect(parsed('1e2', rich)).toBe('amountWrong')
    expect(parsed('0', rich)).toBe('amountWrong')
    expect(parsed('0.0000001', rich)).toBe('amountWrong')
  })

  it('may be the whole balance below the minimum, and nothing else below it', () => {
    expect(parsed('5', { free: 5_000_000n, max: 5_000_000n })).toBe(5_000_000n)
    expect(parsed('4.999999', { free: 5_000_000n, max: 5_000_000n })).toBe('belowMinimumWithdrawal')
    expect(parsed('9.99', rich)).toBe('belowMinimumWithdrawal')
    expect(parsed('0.0001', { free: 10_000n, max: 10_000n }, bitcoin)).toBe(10_000n)
  })

  it('is distinguished from what the limit of a day lets out', () => {
    expect(parsed('500.01', rich)).toBe('insufficientBalance')
    expect(parsed('400', { free: 500_000_000n, max: 300_000_000n })).toBe('overLimit')
    expect(parsed('300', { free: 500_000_000n, max: 300_000_000n })).toBe(300_000_000n)
  })

  it('goes to the wire with the decimals of its coin', () => {
    expect(textOf(usdt, 100_500_000n)).toBe('100.500000')
    expect(textOf(bitcoin, 20_000n)).toBe('0.00020000')
  })
})

it('shows an address short in lists and whole in groups of four', () => {
  const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
  expect(shortAddress(address)).toBe('TR7NHq…gjLj6t')
  expect(groupsOf(address)).toHaveLength(9)
  expect(groupsOf(address).join('')).toBe(address)
})
