import { spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { OwnedCollectible } from '@evenhand/protocol/collectibles.ts'
import { tokenIdOf } from '@evenhand/protocol/collectible-tokens.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { collectiblesFixture } from './fixtures/collectibles.ts'
import { ethereumNode, type EthereumNode } from './ethereum-node.ts'
import { addressOn, openTokenMinter } from '../src/domains/chain/index.ts'
import { deployContract, minterOf } from '../src/domains/chain/collectible-tokens.ts'
import { ownerCall } from '../src/domains/chain/token-contract.ts'

// Works on the local chain that deposits are tried on, through the contract as it is deployed.

const program = fileURLToPath(new URL('./delivery-process.ts', import.meta.url))
const key = Buffer.alloc(32, 7)
const publicUrl = 'https://evenhand.example'
const amys = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e'
let node: EthereumNode
let contract = ''
let rig: Awaited<ReturnType<typeof collectiblesFixture>>
/** Addresses that the list of sanctions does not clear. */
const listed = new Set<string>()

beforeAll(async () => {
  node = await ethereumNode()
  await node.pay(await minterOf(key), 10n ** 20n)
  contract = await deployContract({ url: node.url, chainId: 31_337, key, publicUrl })
  rig = await collectiblesFixture({
    tokens: {
      name: 'Local chain',
      isSandbox: true,
      contract,
      addressOn: (text) => addressOn('Ethereum', text),
      open: () => openTokenMinter({ url: node.url, chainId: 31_337, contract, key, confirmations: 12 }),
      screen: (address) => (listed.has(address) ? 'listed' : 'clear'),
    },
  })
})
afterEach(async () => expect(await rig.findings()).toEqual([]))
afterAll(async () => {
  await rig.close()
  await node.close()
})

type Customer = Awaited<ReturnType<typeof rig.customer>>
const call = (data: string) => node.call<string>('eth_call', [{ to: contract, data }, 'latest'])
const ownerOf = async (id: string) => addressOn('Ethereum', `0x${(await call(ownerCall(tokenIdOf(id)))).slice(26)}`)
/** How often a token was minted, by the contract's log. */
const mintings = async (id: string): Promise<number> => {
  const topics = ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', null, null, word(tokenIdOf(id))]
  return (await node.call<unknown[]>('eth_getLogs', [{ address: contract, topics, fromBlock: '0x0' }])).length
}
const word = (value: bigint): string => `0x${value.toString(16).padStart(64, '0')}`
const owned = async (customer: Customer, nftId: string) =>
  ((await customer.get(`user/listNft?nftId=${nftId}`)).result as OwnedCollectible[])[0]
const deliver = (customer: Customer, nftId: string, address?: string) =>
  customer.post('nft/deliver', { nftId, ...(address !== undefined && { address }) })
const run = () => rig.collectibles.deliveries?.runOnce()

async function bought(): Promise<{ customer: Customer; id: string }> {
  const customer = await rig.customer()
  const id = await rig.offer({ startPrice: null, price: '5' })
  await customer.buy(id, '5')
  return { customer, id }
}

it('serves metadata by the number of a token, with the hash of the image that it names', async () => {
  const id = await rig.offer()
  const { metadataPath, imageHash } = await rig.one(id)
  const response = await rig.inject(metadataPath)
  expect(response.headers['content-type']).toContain('application/json')
  const metadata = response.json()
  expect(metadata).toMatchObject({
    name: 'Test',
    properties: { imageHash },
    external_url: `${publicUrl}/nfts?id=${id}`,
  })
  expect(metadata.description).toContain('100%')
  const image = await rig.inject(metadata.image.replace(publicUrl, ''))
  expect(hash('sha256', image.rawPayload)).toBe(imageHash)
  for (const token of ['1', String(2n ** 128n), '9'.repeat(39)])
    expect((await rig.inject(`/swx/customer/nftMetadata/${token}`)).json().code).toBe(40039)
})

it('mints a sold work once for the address that its owner gave, and shows it everywhere', async () => {
  const { customer, id } = await bought()
  expect(await rig.one(id)).toMatchObject({ deliversOn: { name: 'Local chain', isSandbox: true }, tokenId: null })
  expect((await deliver(customer, id)).code).toBe(10021)
  expect((await deliver(customer, id, amys.replace('742d', '742D'))).params).toEqual({
    fields: [{ field: 'address', reason: 'unfit' }],
  })
  expect((await deliver(await rig.customer(), id, amys)).code).toBe(40039)
  expect((await deliver(customer, id, amys.toLowerCase())).result).toMatchObject({
    delivery: { status: 'REQUESTED', address: amys, chain: 'Local chain', txHash: null },
  })
  await run()
  expect((await owned(customer, id))?.delivery?.status).toBe('SENT')
  expect((await deliver(customer, id, contract.replace(/.$/, '0').toLowerCase())).code).toBe(10020)
  await node.mine(12)
  await run()
  const { delivery } = (await owned(customer, id)) ?? {}
  expect(delivery).toMatchObject({ status: 'DELIVERED', txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
  expect(await ownerOf(id)).toBe(amys)
  expect(await mintings(id)).toBe(1)
  const { tokenId, metadataPath, ...work } = await rig.one(id)
  expect(work).toMatchObject({ status: 'DELIVERED', chain: 'Local chain', address: contract })
  expect(metadataPath.endsWith(`/${tokenId}`)).toBe(true)
  // tokenURI(uint256) of the contract returns where its metadata is.
  const uri = await call(`0xc87b56dd${word(tokenIdOf(id)).slice(2)}`)
  expect(Buffer.from(uri.slice(130), 'hex').toString().replaceAll('\0', '')).toBe(`${publicUrl}${metadataPath}`)
  expect(rig.notices.at(-1)).toMatchObject({ template: 'nft.delivered', accountId: customer.accountId })
  // Another work of the same customer goes to the same address without typing it again.
  const next = await rig.offer({ startPrice: null, price: '5' })
  await customer.buy(next, '5')
  expect((await deliver(customer, next)).result).toMatchObject({ delivery: { address: amys } })
})

it('delivers twenty works at once by two processes, each once', async () => {
  const works = await Promise.all(Array.from({ length: 20 }, bought))
  await Promise.all(works.map(({ customer, id }) => deliver(customer, id, amys)))
  const beside = rig.openBeside()
  for (let round = 0; round < 4; round++) {
    await Promise.all([run(), beside.deliveries?.runOnce()])
    await node.mine(12)
  }
  for (const { customer, id } of works) {
    expect((await owned(customer, id))?.delivery?.status).toBe('DELIVERED')
    expect(await mintings(id)).toBe(1)
  }
})

/** Runs one round as a process of its own until it dies at a step, or to its end; returns the signal that ended it. */
const runProcess = (dieAt: string): Promise<NodeJS.Signals | null> =>
  new Promise((resolve, reject) => {
    const args = [rig.database.url(), node.url, contract, key.toString('hex'), dieAt]
    const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'inherit', 'inherit'] })
    child.once('error', reject)
    child.once('exit', (code, signal) => (code === null || code === 0 ? resolve(signal) : reject(new Error(`${code}`))))
  })

it('mints once when it is killed at any step', async () => {
  const { customer, id } = await bought()
  await deliver(customer, id, amys)
  for (const step of ['signed', 'kept', 'sent', 'ended']) {
    if (step === 'ended') await node.mine(12)
    expect(await runProcess(step)).toBe('SIGKILL')
  }
  expect(await runProcess('')).toBeNull()
  expect((await owned(customer, id))?.delivery?.status).toBe('DELIVERED')
  expect(await mintings(id)).toBe(1)
})

it('signs nothing under a legal hold, and goes on when it is lifted', async () => {
  const { customer, id } = await bought()
  await deliver(customer, id, amys)
  const hold = (status: string) =>
    rig.database.asOwner('update accounts.customers set status = $1 where id = $2', [status, customer.customerId])
  await hold('LEGAL_HOLD')
  await run()
  expect((await owned(customer, id))?.delivery?.status).toBe('REQUESTED')
  await hold('ACTIVE')
  await run()
  expect((await owned(customer, id))?.delivery?.status).toBe('SENT')
})

it('sends again what a reorganisation took out, and pays more where no block takes it', async () => {
  const { customer, id } = await bought()
  await deliver(customer, id, amys)
  const takeBack = await node.fork()
  await run()
  await node.mine(3)
  await takeBack()
  await node.call('evm_setAutomine', [false])
  await run()
  const waiting = (await owned(customer, id))?.delivery?.txHash
  rig.clock.advance(11 * minuteMs)
  await run()
  const replaced = (await owned(customer, id))?.delivery?.txHash
  expect(replaced).not.toBe(waiting)
  await node.call('evm_setAutomine', [true])
  await node.mine(12)
  await run()
  expect((await owned(customer, id))?.delivery).toMatchObject({ status: 'DELIVERED', txHash: replaced })
  expect(await mintings(id)).toBe(1)
})

it('requests another address where a contract takes no token', async () => {
  const { customer, id } = await bought()
  const deaf = addressOn('Ethereum', await node.deploy('failing')) ?? ''
  await deliver(customer, id, deaf)
  await run()
  expect((await owned(customer, id))?.delivery).toMatchObject({ status: 'REFUSED', txHash: null })
  expect(rig.notices.at(-1)).toMatchObject({ template: 'nft.refused', accountId: customer.accountId })
  expect((await rig.one(id)).status).toBe('SOLD')
  await deliver(customer, id, amys)
  await run()
  await node.mine(12)
  await run()
  expect(await ownerOf(id)).toBe(amys)
})

it('delivers a work behind more than it reads at once that cannot go on', async () => {
  const held = addressOn('Ethereum', `0x${'5'.repeat(40)}`) ?? ''
  listed.add(held)
  const customer = await rig.customer()
  for (let waiting = 0; waiting < 50; waiting += 1) {
    const id = await rig.offer({ startPrice: null, price: '5' })
    await customer.buy(id, '5')
    expect((await deliver(customer, id, held)).code).toBe(200)
  }
  const later = await bought()
  rig.clock.advance(1000)
  await deliver(later.customer, later.id, amys)
  await run()
  expect((await owned(later.customer, later.id))?.delivery?.status).toBe('SENT')
})
