import { readFileSync } from 'node:fs'
import type { ContractDocument } from '@evenhand/proofs/contracts/document/contract-document.ts'
import { verifyContractDocument } from '@evenhand/proofs/contracts/document/verify-contract-document.ts'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { readPublicKeys, type PublicKeys } from '@evenhand/proofs/public-keys.ts'
import { parseUnits } from '@evenhand/protocol/money.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { contractBooksFixture } from '../../../test/fixtures/contract-books.ts'

const rig = await contractBooksFixture(['BTCUSDT', 'EURJPY', 'USDJPY'])
const { books, clock, contracts, database, during, seal, second } = rig
afterAll(() => rig.close())
const keys = readPublicKeys(readFileSync(rig.signing.publicKeyFile, 'utf8'), nodeCrypto) as PublicKeys

const btc = 5_210_000_000n
const yen = (code: string, text: string): bigint => parseUnits(text, rig.markets.instrument(code)?.precision ?? 0) ?? 0n
const pair = { EURJPY: yen('EURJPY', '163.25'), USDJPY: yen('USDJPY', '150.4') }
beforeEach(async () => {
  clock.advance(60_000)
  await second({ BTCUSDT: btc, ...pair })
})
const buy = { code: 'BTCUSDT', side: 'BUY', orderType: 'MARKET', lots: 30n, leverage: 2 } as const
const check = (document: ContractDocument) => verifyContractDocument(JSON.stringify(document), keys)
const read = async (orderId: string, accountId: bigint) => books.contractReceipt({ accountId, orderId })

/** A position that its stop has closed. */
async function stopped() {
  const { accountId, call } = await rig.customer()
  await second({ BTCUSDT: btc })
  const { orderId } = await contracts.buy({ ...buy, stopLoss: '51000' }, call())
  await second({ BTCUSDT: btc })
  await second({ BTCUSDT: 5_150_000_000n })
  await second({ BTCUSDT: 5_000_000_000n })
  return { accountId, orderId }
}

describe('the document of a contract', () => {
  test('is right at once, and proved from the log after the minute', async () => {
    const { accountId, orderId } = await stopped()
    const early = await read(orderId, accountId)
    expect(early.seals).toBeNull()
    expect(check(early)).toMatchObject({ ok: true, findings: [] })
    await seal()
    const sealed = await read(orderId, accountId)
    expect(sealed.records.map(({ kind }) => kind)).toEqual(['accepted', 'opened', 'closed'])
    expect(check(sealed)).toMatchObject({ ok: true, findings: [], notes: [] })
    expect(sealed.seals?.batches.map(({ type }) => type)).toEqual(['contracts', 'contracts', 'contracts'])
  })

  test('shows the minutes of the pair that values it, a close by hand and a part of it', async () => {
    const { accountId, call } = await rig.customer()
    const order = { ...buy, code: 'EURJPY', lots: 100n, leverage: 20 } as const
    const { orderId } = await contracts.buy(order, call())
    await second(pair)
    const part = await during(contracts.close({ id: orderId, lots: 40n }, call()), {
      ...pair,
      USDJPY: yen('USDJPY', '151'),
    })
    await during(contracts.update({ id: orderId, stopLoss: '162.500', takeProfit: null }, call()), pair)
    await during(contracts.close({ id: orderId }, call()), pair)
    await seal()
    const document = await read(part.order.id, accountId)
    expect(check(document)).toMatchObject({ ok: true, findings: [], notes: [] })
    expect(new Set(document.seals?.ticks.map(({ code }) => code))).toEqual(new Set(['EURJPY', 'USDJPY']))
    expect(document.records.map(({ kind }) => kind)).toEqual(['accepted', 'opened', 'closed', 'stops', 'closed'])
  })

  test('is not found by another customer', async () => {
    const { orderId } = await stopped()
    const { accountId } = await rig.customer()
    await expect(read(orderId, accountId)).rejects.toMatchObject({ key: 'notFound' })
  })

  test('shows a price that was rewritten after it was sealed', async () => {
    const { accountId, orderId } = await stopped()
    await seal()
    rig.tamper((tick) => (tick.price === 5_150_000_000n ? { ...tick, price: 5_090_000_000n } : tick))
    const { findings } = check(await read(orderId, accountId))
    rig.tamper((tick) => tick)
    expect(findings).toContainEqual({ is: 'seal', at: expect.stringContaining('BTCUSDT') })
    expect(findings).toContainEqual({ is: 'leftOut', at: expect.stringMatching(/^#\d+$/) })
  })
})

describe('the audit of the log', () => {
  const tamper = (statement: string) => database.asOwner(`set session_replication_role = replica; ${statement}`)

  test('names a kept record that was altered, and one that is gone', async () => {
    const { orderId } = await stopped()
    await seal()
    expect((await books.audit()).findings).toEqual([])
    const found = async () => (await books.audit()).findings
    await tamper(`update contracts.records set body = replace(body, '"BUY"', '"SELL"') where order_id = '${orderId}'`)
    expect(await found()).toEqual([
      { at: expect.stringContaining(`contract ${orderId}, accepted`), found: 'other than was signed' },
    ])
    await tamper(`update contracts.records set body = replace(body, '"SELL"', '"BUY"') where order_id = '${orderId}'`)
    expect(await found()).toEqual([])
    await tamper(`delete from contracts.records where order_id = '${orderId}' and body like '%"closed"%'`)
    expect(await found()).toEqual([{ at: expect.stringMatching(/^record 0 of batch \d+$/), found: 'gone' }])
  })

  test('names a batch that was altered, and one that is gone', async () => {
    const before = (await books.audit()).findings.length
    await stopped()
    await stopped()
    await seal()
    await tamper(
      `update contracts.batches set root = sha256('x') where seq = (select max(seq) - 2 from contracts.batches)`,
    )
    await tamper(`with gone as (delete from contracts.batches where seq = (select max(seq) - 1 from contracts.batches) returning id)
      delete from contracts.records where batch_id in (select id from gone)`)
    const { findings } = await books.audit()
    const added = findings.filter(({ at }) => /^batch of records|^leaves of batch/.test(at))
    expect(added.map(({ found = '' }) => (found.length === 64 ? 'other' : found))).toEqual([
      'other',
      'gone',
      'other than were signed',
    ])
    expect(findings.length).toBeGreaterThan(before)
  })
})
