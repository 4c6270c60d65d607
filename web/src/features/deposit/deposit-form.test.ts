import { fundMethods, type FundMethod } from '@evenhand/protocol/funds.ts'
import { describe, expect, it } from 'vitest'
import { Refused } from '../../lib/problem.ts'
import { checkDeposit, lastSix, minText, fieldFor } from './deposit-form.ts'

const way = (name: string): FundMethod => {
  const found = fundMethods.find(({ method }) => method === name)
  if (!found) throw new Error(name)
  return found
}
const hash = 'AB'.repeat(32)
const full = { amount: '500', last6: 'aB3dE6', txHash: hash, proofFileId: 'f' }
const keys = (form: object, method = way('USDT-TRC20')) =>
  Object.entries(checkDeposit({ ...full, ...form }, method).problems).map(([field, problem]) => [
    field,
    problem instanceof Refused ? problem.key : problem,
  ])

describe('what was sent', () => {
  it('is requested in the words of the wire: plain decimals, a hash in small letters', () => {
    expect(checkDeposit({ ...full, amount: ' 1.500,25 ', txHash: ` ${hash} ` }, way('USDT-TRC20')).request).toEqual({
      coin: 'USDT',
      network: 'TRC20',
      amount: '1500.25',
      last6: 'aB3dE6',
      txHash: 'ab'.repeat(32),
      proofFileId: 'f',
    })
  })

  it.each([
    [{ amount: '' }, [['amount', 'amountMissing']]],
    [{ amount: '119.999999' }, [['amount', 'depositBelowMinimum']]],
    [{ amount: '500.1234567' }, [['amount', 'amountWrong']]],
    [{ amount: '0' }, [['amount', 'amountWrong']]],
    [{ amount: '1,234' }, [['amount', { ambiguous: '1234.00' }]]],
    [{ last6: 'aB3dE' }, [['last6', 'last6Wrong']]],
    [{ last6: 'aB3-E6' }, [['last6', 'last6Wrong']]],
    [{ txHash: ' ' }, [['txHash', 'hashMissing']]],
    [{ txHash: `0x${hash}` }, [['txHash', 'hashMalformed']]],
    [{ proofFileId: '' }, [['proofFileId', 'proofImageNeeded']]],
  ])('%j is shown at its field', (form, problems) => expect(keys(form)).toEqual(problems))

  it('knows the least and the decimals of every coin', () => {
    expect(fundMethods.map((method) => minText(method))).toEqual(['120', '120', '0.015', '0.2'])
    expect(keys({ amount: '0.01499999' }, way('BTC-Bitcoin'))).toEqual([['amount', 'depositBelowMinimum']])
    expect(keys({ amount: '0.015' }, way('BTC-Bitcoin'))).toEqual([])
    expect(keys({ amount: '0.2', txHash: `0x${hash}` }, way('ETH-Ethereum'))).toEqual([])
  })

  it('waits for a picture that is on its way', () => {
    expect(checkDeposit({ ...full, proofFileId: '' }, way('USDT-TRC20'), true).problems).toEqual({
      proofFileId: 'sending',
    })
  })

  it('cuts an address that was pasted whole', () => {
    expect(lastSix(' TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE ')).toBe('KcbLSE')
    expect(lastSix('KcbLSE')).toBe('KcbLSE')
  })
})

it('a refusal stands at the field that it is about', () => {
  const refused = (key: Refused['key'], params = {}) => new Refused(key, { code: 1, params, traceId: '' })
  expect(fieldFor(refused('transactionKnown'))).toBe('txHash')
  expect(fieldFor(refused('ownLimitReached'))).toBe('amount')
  expect(fieldFor(refused('dataIncomplete', { fields: [{ field: 'last6', reason: 'wrong' }] }))).toBe('last6')
  expect(fieldFor(refused('excluded'))).toBeUndefined()
})
