import type { Asset } from '@evenhand/protocol/money.ts'
import { describe, expect, it } from 'vitest'
import { refuse } from '../../kernel/http/refusal.ts'
import { shortRefusal } from './short-refusal.ts'

const usdt = (units: number): bigint => BigInt(units) * 1_000_000n
const balance = (asset: Asset, free: bigint) => ({ asset, free, held: 0n })
const unverified = async () => refuse('notVerifiedYet')
const verified = async () => undefined
const short = { key: 'fundsShort', asset: 'USDT', needed: usdt(50), usable: usdt(20) } as const

describe('what a customer lacks', () => {
  it('waits for identity where the whole of it is there', async () => {
    const balances = [balance('USDT', usdt(50)), balance('USDT.loan', usdt(100))]
    expect(await shortRefusal({ ...short, balances }, unverified)).toMatchObject({ key: 'notVerifiedYet' })
    const virtual = { ...short, asset: 'USDT.virtual', balances: [balance('USDT.virtual', usdt(49))] } as const
    expect(await shortRefusal(virtual, unverified)).toMatchObject({ key: 'fundsShort' })
  })

  it('is lent where money of a loan would make it up, to the unit', async () => {
    const balances = [balance('USDT', usdt(20)), balance('USDT.loan', usdt(30))]
    const params = { free: '20.000000', needed: '50.000000' }
    expect(await shortRefusal({ ...short, balances }, unverified)).toMatchObject({
      key: 'loanMoneyNotTradable',
      params,
    })
    const oneUnitMore = { ...short, needed: usdt(50) + 1n, balances }
    expect(await shortRefusal(oneUnitMore, unverified)).toMatchObject({ key: 'fundsShort' })
    expect(await shortRefusal({ ...short, balances, takesLoanMoney: true }, unverified)).toMatchObject({
      key: 'fundsShort',
      params,
    })
  })

  it('is not there where a verified customer has it at risk, nor where nothing is lent', async () => {
    const balances = [balance('USDT', usdt(60))]
    expect(await shortRefusal({ ...short, balances }, verified)).toMatchObject({ key: 'fundsShort' })
    expect(await shortRefusal({ ...short, balances: [] }, verified)).toMatchObject({ key: 'fundsShort' })
  })

  it('never names money of another asset, and a balance alone without what it takes', async () => {
    const bitcoin = { key: 'insufficientBalance', asset: 'BTC', needed: 5n, usable: 1n } as const
    const refusal = await shortRefusal({ ...bitcoin, balances: [balance('USDT.loan', usdt(100))] }, verified)
    expect(refusal).toMatchObject({ key: 'insufficientBalance', params: { free: '0.00000001' } })
    expect(refusal.params).not.toHaveProperty('needed')
  })

  it('is neither where it came in since', async () => {
    const balances = [balance('USDT', usdt(60)), balance('USDT.loan', usdt(1))]
    expect(await shortRefusal({ ...short, usable: usdt(60), balances }, unverified)).toMatchObject({
      key: 'fundsShort',
    })
  })
})
