import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { DepositAddress } from '@evenhand/protocol/deposits.ts'
import { openPool, sql } from '../../kernel/db/db.ts'
import { sqlState } from '../../kernel/db/failure.ts'
import type { Call } from '../../kernel/http/http.ts'
import { silentLog } from '../../kernel/log.ts'
import { ethereumNode, type EthereumNode } from '../../../test/ethereum-node.ts'
import { assertion, depositsFixture, proof, type DepositsFixture } from '../../../test/fixtures/deposits.ts'
import { addressOn } from './address-forms.ts'
import { ethereum } from './ethereum.ts'
import { keepAddresses, watchOnce, type WatchParams } from '../../../test/fixtures/watched-chain.ts'

let node: EthereumNode
let fixture: DepositsFixture
let usdt = ''
const pools: ReturnType<typeof openPool>[] = []

/** A watcher as a process of its own has it. */
function watcher(): WatchParams {
  const pool = openPool({ url: fixture.database.url(), role: 'chain', max: 8 })
  pools.push(pool)
  return {
    db: pool,
    clock: fixture.clock,
    log: silentLog,
    chain: 'ethereum',
    reader: ethereum({ url: node.url, usdt }),
    usdtOf: (coin, units) => (coin === 'USDT' ? units : undefined),
    enqueueNotices: fixture.enqueueNotices,
    moved: () => {},
  }
}

beforeAll(async () => {
  node = await ethereumNode()
  usdt = await node.deploy('token')
  fixture = await depositsFixture({ addresses: { ethereum: { own: true } } })
  const own = Array.from(
    { length: 20 },
    (_, n) => addressOn('Ethereum', `0x${(n + 0xa0).toString(16).padStart(40, '0')}`) ?? '',
  )
  await keepAddresses(watcher().db, { chain: 'ethereum', addresses: own })
  await watchOnce(watcher())
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
})
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.destroy()))
  await fixture.close()
  await node.close()
})

const addressOf = async (call: Call, key = 'deposit_USDT_ERC20'): Promise<string> => {
  const [, parameter] = fixture.deposits.parameters().find(([name]) => name === key) ?? []
  const depositAddress: DepositAddress | undefined = await parameter?.(call)
  return depositAddress?.address ?? ''
}
const own = async (call: Call) =>
  (await fixture.deposits.list({}, call)) as { id: string; status: string; txHash: string }[]

describe('a transfer to a customer’s own address', () => {
  it('is credited after twelve blocks without an operator, and not before', async () => {
    const call = await fixture.customer()
    const address = await addressOf(call)
    expect(await addressOf(call, 'deposit_ETH_Ethereum')).toBe(address)
    const txHash = await node.transfer(usdt, address, 90_000_000n)
    await node.mine(10)
    await watchOnce(watcher())
    const [seen] = await own(call)
    expect(seen).toMatchObject({ status: 'CONFIRMING', txHash, confirmations: 11, amount: '90.000000' })
    const reject = { id: seen?.id, reasonCode: 'NOT_FOUND', reason: 'I do not see it' }
    await expect(fixture.operate('deposits/:id/reject', reject)).rejects.toMatchObject({ code: 40039 })
    expect(await fixture.free(call, 'USDT')).toBe(0n)
    await node.mine(1)
    await watchOnce(watcher())
    expect(await own(call)).toMatchObject([{ status: 'CREDITED', creditedAmount: '90.000000' }])
    expect(await fixture.free(call, 'USDT')).toBe(90_000_000n)
  })

  it('is one credit, however many processes deliver it how often, and after a restart', async () => {
    const call = await fixture.customer()
    const address = await addressOf(call)
    await node.transfer(usdt, address, 1_000_000n)
    await node.mine(20)
    // A pass that waited too long for the lock of another one is made again, as by the watcher's job.
    const pass = async (by: WatchParams): Promise<unknown> =>
      watchOnce(by).catch((cause: unknown) => (sqlState(cause) === '55P03' ? pass(by) : Promise.reject(cause)))
    // Twenty processes at once, each of which makes one pass after the other.
    const process = async (by: WatchParams) => {
      for (let times = 0; times < 5; times += 1) await pass(by)
    }
    await Promise.all(Array.from({ length: 20 }, () => process(watcher())))
    await watchOnce(watcher())
    // As if nothing had been noted of the blocks: all of it is read again.
    await fixture.database.asOwner('delete from wallet.chain_blocks where height > 3')
    await watchOnce(watcher())
    expect(await own(call)).toHaveLength(1)
    expect(await fixture.free(call, 'USDT')).toBe(1_000_000n)
  })

  it('becomes the deposit that the customer announced', async () => {
    const call = await fixture.customer()
    const address = await addressOf(call)
    const txHash = await node.transfer(usdt, address, 150_000_000n)
    const request = {
      coin: 'USDT',
      network: 'ERC20',
      amount: '150',
      last6: 'b92266',
      txHash,
      proofFileId: proof,
    } as const
    const { id } = await fixture.deposits.submit(request, call)
    await node.mine(12)
    await watchOnce(watcher())
    expect(await own(call)).toMatchObject([{ id, status: 'CREDITED', creditedAmount: '150.000000' }])
  })

  it('is no second deposit where people have credited it before the chain was read', async () => {
    const call = await fixture.customer()
    const txHash = await node.transfer(usdt, await addressOf(call), 130_000_000n)
    const request = {
      coin: 'USDT',
      network: 'ERC20',
      amount: '130',
      last6: 'b92266',
      txHash,
      proofFileId: proof,
    } as const
    const { id } = await fixture.deposits.submit(request, call)
    await fixture.operate('deposits/:id/credit', { id, round: 1, amount: '130', reason: 'seen', assertion })
    await node.mine(12)
    await watchOnce(watcher())
    expect(await own(call)).toMatchObject([{ id, status: 'CREDITED', confirmations: 13 }])
    expect(await fixture.free(call, 'USDT')).toBe(130_000_000n)
  })

  it('is its address’s, whichever customer claimed it first', async () => {
    const [call, thief] = [await fixture.customer(), await fixture.customer()]
    const txHash = await node.pay(await addressOf(call), 3n * 10n ** 17n)
    const request = {
      coin: 'ETH',
      network: 'Ethereum',
      amount: '0.3',
      last6: 'b92266',
      txHash,
      proofFileId: proof,
    } as const
    await fixture.deposits.submit(request, thief)
    await node.mine(12)
    await watchOnce(watcher())
    expect(await own(thief)).toMatchObject([{ status: 'REJECTED', reasonCode: 'NOT_FOUND' }])
    expect(await fixture.free(call, 'ETH')).toBe(30_000_000n)
    expect(await fixture.free(thief, 'ETH')).toBe(0n)
  })

  it('is credited whatever was decided about a claim of it before the chain showed it', async () => {
    const [call, other] = [await fixture.customer(), await fixture.customer()]
    const txHash = await node.pay(await addressOf(call), 10n ** 17n)
    const request = {
      coin: 'ETH',
      network: 'Ethereum',
      amount: '0.2',
      last6: 'b92266',
      txHash,
      proofFileId: proof,
    } as const
    const early = await fixture.deposits.submit(request, call)
    await fixture.operate('deposits/:id/reject', { id: early.id, reasonCode: 'NOT_FOUND', reason: 'not there yet' })
    const wrong = await fixture.deposits.submit(request, other)
    await fixture.operate('deposits/:id/hold', { id: wrong.id, reference: 'AML-3', reason: 'origin unclear' })
    await node.mine(12)
    await watchOnce(watcher())
    expect((await own(call)).map(({ status }) => status)).toEqual(['CREDITED', 'REJECTED'])
    expect(await fixture.free(call, 'ETH')).toBe(10_000_000n)
    // And no operator can credit any more what is held.
    const credit = { id: wrong.id, round: 2, amount: '0.1', reason: 'seen', assertion }
    await fixture.operate('deposits/:id/credit', credit)
    await expect(fixture.operate('deposits/:id/credit', credit, 'second')).rejects.toMatchObject({ code: 40017 })
  })

  it('counts each log of one transaction, in whatever block it stands', async () => {
    usdt = await node.deploy('twice')
    const call = await fixture.customer()
    await node.transfer(usdt, await addressOf(call), 5_000_000n)
    await node.mine(12)
    await watchOnce(watcher())
    expect(await own(call)).toMatchObject([{ status: 'CREDITED' }, { status: 'CREDITED' }])
    expect(await fixture.free(call, 'USDT')).toBe(10_000_000n)
    usdt = await node.deploy('token')
  })
})

describe('what is no deposit', () => {
  it.each(['silent', 'failing', 'token'] as const)('is what another contract does: %s', async (kind) => {
    const call = await fixture.customer()
    const address = await addressOf(call)
    const fake = await node.deploy(kind)
    await node.transfer(fake, address, 1_000_000_000n)
    if (kind !== 'token') usdt = fake
    await node.mine(15)
    await watchOnce(watcher())
    usdt = await node.deploy('token')
    expect(await own(call)).toEqual([])
  })

  it('is ether that was sent by a transaction that failed', async () => {
    const call = await fixture.customer()
    const address = await addressOf(call)
    // Too little gas for what follows: the value goes back.
    const failing = await node.deploy('failing')
    await node.call('hardhat_setCode', [address.toLowerCase(), '0x60006000fd'])
    await node.pay(address, 10n ** 18n)
    await node.pay(failing, 10n ** 18n)
    await node.mine(15)
    await watchOnce(watcher())
    expect(await own(call)).toEqual([])
  })
})

describe('a reorganisation', () => {
  it('before the credit leaves nothing, and a transaction that comes back is credited once', async () => {
    const call = await fixture.customer()
    const address = await addressOf(call)
    const back = await node.fork()
    await node.transfer(usdt, address, 7_000_000n)
    await node.mine(5)
    await watchOnce(watcher())
    await back()
    await node.mine(30)
    await watchOnce(watcher())
    expect(await own(call)).toMatchObject([{ status: 'CONFIRMING', confirmations: 0 }])
    // A block that is in the chain cannot be denied; this one can.
    const [lost] = await own(call)
    await fixture.operate('deposits/:id/reject', { id: lost?.id, reasonCode: 'NOT_FOUND', reason: 'it is gone' })
    const txHash = await node.transfer(usdt, address, 7_000_000n)
    await node.mine(12)
    await watchOnce(watcher())
    await watchOnce(watcher())
    const deposits = await own(call)
    expect(deposits.filter(({ status }) => status === 'CREDITED')).toMatchObject([{ txHash }])
    expect(await fixture.free(call, 'USDT')).toBe(7_000_000n)
  })

  it('after the credit is reversed by an entry; what was spent is the house’s loss and the customer’s debt, and no more is taken', async () => {
    const call = await fixture.customer({ tier: 'VERIFIED' })
    const { accountId } = call.session
    const address = await addressOf(call)
    const back = await node.fork()
    await node.transfer(usdt, address, 80_000_000n)
    await node.mine(12)
    await watchOnce(watcher())
    expect(await fixture.free(call, 'USDT')).toBe(80_000_000n)
    await fixture.spend(call, 'USDT', 30_000_000n)
    await back()
    await node.mine(14)
    await watchOnce(watcher())
    expect(await own(call)).toMatchObject([{ status: 'CREDITED' }])
    await node.mine(20)
    await watchOnce(watcher())
    await watchOnce(watcher())
    expect(await own(call)).toMatchObject([{ status: 'REVERSED', debt: '30.000000' }])
    expect(await fixture.free(call, 'USDT')).toBe(0n)
    const loss = await sql<{
      issued: bigint
    }>`select issued from ledger.origins o join ledger.accounts a on a.id = o.account_id
      where a.name = 'house:reorg-loss' and o.asset = 1`.execute(fixture.database.pools.api)
    expect(loss.rows).toEqual([{ issued: 30_000_000n }])
    expect(fixture.notified.at(-1)).toMatchObject({
      template: 'deposit.reversed',
      accountId,
      params: { debt: '30.000000' },
    })
    // What comes later is the customer's, debt or not.
    const later = await node.transfer(usdt, address, 4_000_000n)
    await node.mine(12)
    await watchOnce(watcher())
    expect((await own(call)).find(({ txHash }) => txHash === later)).toMatchObject({ status: 'CREDITED' })
    expect(await fixture.free(call, 'USDT')).toBe(4_000_000n)
  })
})
