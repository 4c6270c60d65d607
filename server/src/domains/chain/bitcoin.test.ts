import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPool } from '../../kernel/db/db.ts'
import { silentLog } from '../../kernel/log.ts'
import { depositsFixture, type DepositsFixture } from '../../../test/fixtures/deposits.ts'
import { scriptedNode, type ScriptedNode } from '../../../test/scripted-node.ts'
import { bitcoin } from './bitcoin.ts'
import { keepAddresses, watchOnce, type WatchParams } from '../../../test/fixtures/watched-chain.ts'

const own = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const other = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'
const hashOf = (branch: string, height: number): string => `${branch}${height.toString(16)}`.padStart(64, '0')
const txid = 'f'.repeat(64)

/** The chain that the node has: its branch above a height, and the transactions of a height as Bitcoin Core writes them. */
const chain = { head: 100, fork: 1000, branch: 'a', transactions: new Map<number, string>() }
const branchAt = (height: number): string => (height >= chain.fork ? chain.branch : 'a')
const blockText = (height: number): string =>
  `{"hash":"${hashOf(branchAt(height), height)}","height":${height},"previousblockhash":"${hashOf(branchAt(height - 1), height - 1)}","tx":[${chain.transactions.get(height) ?? ''}]}`
// As a node writes it: amounts are numbers with eight decimals, which no floating number is to be made of.
const paying = (outputs: string): string =>
  `{"txid":"${txid}","vin":[{"prevout":{"value":1.00000000,"scriptPubKey":{"address":"${other}"}}}],"vout":[${outputs}]}`
const output = (n: number, value: string, address?: string): string =>
  `{"n":${n},"value":${value},"scriptPubKey":{${address === undefined ? '"type":"nulldata"' : `"address":"${address}"`}}}`

let node: ScriptedNode
let fixture: DepositsFixture
let params: WatchParams
beforeAll(async () => {
  node = await scriptedNode(({ body }) => {
    const [first] = body['params'] as [number | string]
    const resultOf = (result: string) => ({ text: `{"result":${result},"error":null,"id":1}` })
    if (body['method'] === 'getblockcount') return resultOf(String(chain.head))
    if (body['method'] === 'getblockhash') {
      if (Number(first) > chain.head)
        return { status: 500, text: '{"result":null,"error":{"code":-8,"message":"Block height out of range"},"id":1}' }
      return resultOf(`"${hashOf(branchAt(Number(first)), Number(first))}"`)
    }
    for (let height = 0; height <= chain.head; height++)
      if (hashOf(branchAt(height), height) === first) return resultOf(blockText(height))
    return undefined
  })
  fixture = await depositsFixture({ addresses: { bitcoin: { own: true } } })
  params = {
    db: openPool({ url: fixture.database.url(), role: 'chain', max: 2 }),
    clock: fixture.clock,
    log: silentLog,
    chain: 'bitcoin',
    reader: bitcoin({ url: node.url.replace('http://', 'http://us%40er:pass@') }),
    usdtOf: () => undefined,
    enqueueNotices: async () => {},
    moved: () => {},
  }
  await keepAddresses(params.db, { chain: 'bitcoin', addresses: [own] })
  await watchOnce(params)
})
afterAll(async () => {
  expect(await fixture.broken()).toEqual([])
  await params.db.destroy()
  await fixture.close()
  await node.close()
})

it('credits each output to the address of a customer to the last satoshi, after two blocks', async () => {
  const call = await fixture.customer()
  const [, parameter] = fixture.deposits.parameters().find(([name]) => name === 'deposit_BTC_Bitcoin') ?? []
  expect(await parameter?.(call)).toMatchObject({ address: own, own: true, min: '0.01500000', confirmations: 2 })
  chain.transactions.set(
    101,
    paying(
      [
        output(0, '20999999.97690000', other),
        output(1, '0.10000001', own),
        output(2, '0.00000000'),
        output(3, '1e-8', own),
        output(5, '1.5e-7', own),
        output(4, '0.29999999', own.toUpperCase()),
      ].join(),
    ),
  )
  chain.head = 101
  await watchOnce(params)
  expect(await fixture.free(call, 'BTC')).toBe(0n)
  chain.head = 102
  await watchOnce(params)
  expect(await fixture.free(call, 'BTC')).toBe(40_000_016n)
  expect(await fixture.deposits.list({}, call)).toMatchObject([
    { creditedAmount: '0.29999999', last6: 'ETtpyT' },
    { creditedAmount: '0.00000015' },
    { creditedAmount: '0.00000001' },
    { creditedAmount: '0.10000001', txHash: txid, coin: 'BTC', network: 'Bitcoin' },
  ])
  expect(node.requested.at(-1)?.headers['authorization']).toBe(`Basic ${Buffer.from('us@er:pass').toString('base64')}`)

  // The same transaction in a block of another branch, then nowhere.
  Object.assign(chain, { fork: 101, branch: 'b', head: 104 })
  const transaction = chain.transactions.get(101) ?? ''
  chain.transactions = new Map([[103, transaction]])
  await watchOnce(params)
  await watchOnce(params)
  expect(await fixture.free(call, 'BTC')).toBe(40_000_016n)
  Object.assign(chain, { branch: 'c', head: 110 })
  chain.transactions = new Map()
  await watchOnce(params)
  expect(await fixture.free(call, 'BTC')).toBe(40_000_016n)
  chain.head = 112
  await watchOnce(params)
  expect(await fixture.free(call, 'BTC')).toBe(0n)
  expect(await fixture.deposits.list({}, call)).toMatchObject([
    { status: 'REVERSED' },
    { status: 'REVERSED' },
    { status: 'REVERSED' },
    { status: 'REVERSED' },
  ])

  // And back again: it is a deposit as any other.
  Object.assign(chain, { branch: 'd', head: 115 })
  chain.transactions = new Map([[111, transaction]])
  await watchOnce(params)
  await watchOnce(params)
  expect(await fixture.free(call, 'BTC')).toBe(40_000_016n)
})

it('reports that a round failed, and credits nothing, where the node returns what it must not', async () => {
  const before = chain.head
  chain.head = 116
  chain.transactions.set(116, `{"txid":"short","vin":[],"vout":[]}`)
  await expect(watchOnce(params)).rejects.toThrow()
  // An amount to a customer that cannot be read is no amount of nothing; one to another address does not matter.
  for (const value of ['1.55e-7', '1.5e-8', '0.000000015', '-1.0']) {
    chain.transactions.set(116, paying(output(0, value, own)))
    await expect(watchOnce(params), value).rejects.toThrow('an amount that is none')
  }
  chain.transactions.set(116, paying(output(0, '1.5e-8', other)))
  await watchOnce(params)
  expect(before).toBe(115)
})
