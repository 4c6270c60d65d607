import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPool } from '../../kernel/db/db.ts'
import type { Call } from '../../kernel/http/http.ts'
import { silentLog } from '../../kernel/log.ts'
import { depositsFixture, type DepositsFixture } from '../../../test/fixtures/deposits.ts'
import { scriptedNode, type ScriptedNode } from '../../../test/scripted-node.ts'
import { tron } from './tron.ts'
import { keepAddresses, loseBlocks, watchOnce, type WatchParams } from '../../../test/fixtures/watched-chain.ts'

// USDT's contract and its owner's address on TRON, and their twenty bytes.
const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const usdtBytes = 'a614f803b6fd780986a42c78ec9c7f77e6ded13c'
const own = 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL'
const ownBytes = '8840e6c55b9ada326d211d818c34a994aeced808'
const topic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const padded = (hex: string): string => hex.padStart(64, '0')
const hashOf = (n: number): string => padded(n.toString(16))

const chain = { head: 50, infos: new Map<number, object[]>() }
const log = (units: bigint, params: { token?: string; to?: string; topic?: string } = {}) => ({
  address: params.token ?? usdtBytes,
  topics: [params.topic ?? topic, padded(usdtBytes), padded(params.to ?? ownBytes)],
  data: padded(units.toString(16)),
})
const info = (n: number, logs: object[], result = 'SUCCESS') => ({
  id: hashOf(1000 + n),
  blockNumber: 51,
  receipt: { result },
  log: logs,
})

let node: ScriptedNode
let fixture: DepositsFixture
let params: WatchParams
let call: Call
const rounds: object[] = []
beforeAll(async () => {
  const blockOf = (number: number) => ({
    blockID: hashOf(number),
    block_header: { raw_data: { number, parentHash: hashOf(number - 1) } },
  })
  node = await scriptedNode(({ path, body }) => {
    const number = Number(body['num'])
    const known = { '/wallet/getnowblock': blockOf(chain.head), '/wallet/getblockbynum': number > chain.head ? {} : blockOf(number), '/wallet/gettransactioninfobyblocknum': chain.infos.get(number) ?? [] } // prettier-ignore
    const found = known[path as keyof typeof known]
    return found === undefined ? undefined : { text: JSON.stringify(found) }
  })
  fixture = await depositsFixture({ addresses: { tron: { own: true } } })
  params = {
    db: openPool({ url: fixture.database.url(), role: 'chain', max: 2 }),
    clock: fixture.clock,
    log: silentLog,
    chain: 'tron',
    reader: tron({ url: node.url, usdt, headers: { 'TRON-PRO-API-KEY': 'a key' } }),
    usdtOf: (_coin, units) => units,
    enqueueNotices: async () => {},
    moved: () => {},
    onRound: (round) => void rounds.push(round),
  }
  await keepAddresses(params.db, { chain: 'tron', addresses: [own] })
  await watchOnce(params)
})
afterAll(async () => {
  expect(await fixture.broken()).toEqual([])
  await params.db.destroy()
  await fixture.close()
  await node.close()
})

it('credits what the one contract logs in a transaction that succeeded, after nineteen blocks', async () => {
  call = await fixture.customer()
  const [, parameter] = fixture.deposits.parameters().find(([name]) => name === 'deposit_USDT_TRC20') ?? []
  expect(await parameter?.(call)).toMatchObject({ address: own, own: true })
  chain.infos.set(51, [
    info(1, [log(250_000_000n)]),
    info(2, [log(1_000_000n), log(2_000_000n)]),
    info(3, [log(9_000_000_000n)], 'REVERT'),
    info(4, [log(9_000_000_000n)], 'OUT_OF_ENERGY'),
    info(5, [log(9_000_000_000n, { token: 'b'.repeat(40) })]),
    info(6, [log(9_000_000_000n, { to: 'c'.repeat(40) })]),
    info(7, [log(9_000_000_000n, { topic: 'd'.repeat(64) })]),
    info(8, [log(0n), log(2n ** 255n)]),
    { id: hashOf(1009), blockNumber: 51 },
  ])
  chain.head = 68
  await watchOnce(params)
  expect(await fixture.free(call, 'USDT')).toBe(0n)
  chain.head = 69
  await watchOnce(params)
  await watchOnce(params)
  expect(await fixture.free(call, 'USDT')).toBe(253_000_000n)
  expect(await fixture.deposits.list({}, call)).toHaveLength(3)
  expect(node.requested.at(-1)?.headers['tron-pro-api-key']).toBe('a key')
  expect(rounds.at(-1)).toEqual({ chain: 'tron', head: 69n, read: 69n })
})

/** One transfer to the customer, in a block. */
const paid = (height: number, units: bigint): void =>
  void chain.infos.set(height, [{ ...info(height, [log(units)]), blockNumber: height }])
const statuses = async (): Promise<string[]> =>
  ((await fixture.deposits.list({}, call)) as { status: string }[]).map(({ status }) => status)

it('keeps its place, and so misses no block, where the node is behind for a while', async () => {
  paid(75, 5_000_000n)
  // As a node that is read in anew reports it, or one of several that is late.
  chain.head = 30
  const failed = await watchOnce(params).then(() => undefined, String)
  chain.head = 100
  await watchOnce(params)
  expect(await fixture.free(call, 'USDT')).toBe(258_000_000n)
  expect(await statuses()).toEqual(Array.from({ length: 4 }, () => 'CREDITED'))
  expect(failed).toContain('the node is behind')
})

it('keeps its place where it is cut off after all the blocks that it read were others', async () => {
  paid(105, 5_000_000n)
  const other = async (height: bigint) => (height < 50n ? params.reader.hashAt(height) : padded(`f${height}`))
  const block = () => Promise.reject(new Error('cut off'))
  const cut = watchOnce({ ...params, reader: { ...params.reader, hashAt: other, block } })
  await expect(cut).rejects.toThrow('cut off')
  chain.head = 130
  await watchOnce(params)
  expect(await fixture.free(call, 'USDT')).toBe(263_000_000n)
  expect(await statuses()).toEqual(Array.from({ length: 5 }, () => 'CREDITED'))
})

it('credits what is final while a reversal waits for coins that have left custody, and makes it when they are back', async () => {
  expect(await fixture.withdraw(call, 200_000_000n)).toBe(true)
  chain.infos.delete(51)
  await loseBlocks(params.db, { chain: 'tron', from: 51n, head: 130n })
  paid(135, 7_000_000n)
  chain.head = 160
  await watchOnce(params)
  await watchOnce(params)
  expect(await statuses()).toEqual(['CREDITED', 'CREDITED', 'CREDITED', 'REVERSED', 'REVERSED', 'CREDITED'])
  paid(165, 200_000_000n)
  chain.head = 190
  await watchOnce(params)
  await watchOnce(params)
  const reversed = ['REVERSED', 'REVERSED', 'REVERSED']
  expect(await statuses()).toEqual(['CREDITED', 'CREDITED', 'CREDITED', 'CREDITED', ...reversed])
  expect(await fixture.free(call, 'USDT')).toBe(17_000_000n)
})
