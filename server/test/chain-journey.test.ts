import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ethereumNode, type EthereumNode } from './ethereum-node.ts'
import { wholeProduct, type WholeProduct } from './whole-product.ts'

// The product as it is started, with a chain to watch: without a form or an approval.

let node: EthereumNode
let whole: WholeProduct
let token = ''
let usdt = ''
const folder = mkdtempSync(join(tmpdir(), 'evenhand-chain-'))
const shared = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e'
const own = ['0x00000000000000000000000000000000000000a1', '0x00000000000000000000000000000000000000a2']

const get = async (path: string, as = token): Promise<unknown> => {
  const headers = { virtually: 'NO', ...(as === '' ? {} : { authorization: as }) }
  const response = await whole.product.app.inject({ method: 'GET', url: `/swx/customer/${path}`, headers })
  return response.json<{ result: unknown }>().result
}
const signIn = async (account: string): Promise<string> => {
  const response = await whole.product.app.inject({
    method: 'POST',
    url: '/swx/customer/login/login',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ account, password: `${account}-tries-things` }),
  })
  return response.json<{ result: { token: string } }>().result.token
}

beforeAll(async () => {
  node = await ethereumNode()
  usdt = await node.deploy('token')
  const file = join(folder, 'chains.json')
  writeFileSync(file, JSON.stringify({ ethereum: { shared, own, node: node.url, usdt } }))
  whole = await wholeProduct({ CHAINS_FILE: file })
  token = await signIn('amy')
})
afterAll(async () => {
  await whole.close()
  await node.close()
  rmSync(folder, { recursive: true })
})

it('gives each customer an address, credits what arrives there, and reports how far it has read', async () => {
  const visitors = await get('index/getParamByKey/deposit_USDT_ERC20', '')
  expect(visitors).toMatchObject({ address: shared, own: false, sandbox: false })
  const mine = (await get('index/getParamByKey/deposit_USDT_ERC20')) as { address: string }
  expect(mine).toMatchObject({ own: true, sandbox: false })
  const others = (await get('index/getParamByKey/deposit_ETH_Ethereum', await signIn('ben'))) as { address: string }
  expect([mine.address, others.address].map((address) => address.toLowerCase()).toSorted()).toEqual(own)
  expect(await get('index/getParamByKey/deposit_USDT_TRC20')).toMatchObject({ sandbox: true })

  // The watcher begins at the block that is newest at its first poll.
  const height = async (): Promise<string> => (await whole.product.operators.inject('/metrics')).body
  await vi.waitFor(async () => expect(await height()).toContain('evenhand_chain_behind_blocks{chain="ethereum"} 0'), {
    timeout: 60_000,
  })
  await node.transfer(usdt, mine.address, 640_000_000n)
  await node.mine(12)
  await vi.waitFor(
    async () => {
      const [deposit] = (await get('user/listRecharge')) as object[]
      expect(deposit).toMatchObject({ status: 'CREDITED', creditedAmount: '640.000000', proofFileId: null })
    },
    { timeout: 60_000 },
  )
  const { real } = (await get('user/accounts')) as { real: { asset: string; free: string }[] }
  expect(real.find(({ asset }) => asset === 'USDT')).toMatchObject({ free: '640.000000' })
  expect((await whole.product.ledger.audit()).filter(({ ok }) => !ok)).toEqual([])
})
