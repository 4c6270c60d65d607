import { verifyAuction } from '@evenhand/proofs/collectibles/auction-document.ts'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { readPublicKeys } from '@evenhand/proofs/public-keys.ts'
import { readAuditText } from '@evenhand/protocol/audit-forms.ts'
import { secondMs } from '@evenhand/protocol/durations.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealedCollectibles } from './fixtures/sealed-collectibles.ts'

// The owner of the database favours a bidder, past every trigger and with all rows made to fit. Each forgery is found with its
// location, and taken back.

const tables = ['items', 'bidders', 'bids', 'ceilings', 'sales', 'records']
let sealed: Awaited<ReturnType<typeof sealedCollectibles>>
let rig: typeof sealed.rig
let log: typeof sealed.log
let books: typeof sealed.books
let [sold, open] = ['', '']
const asSuperuser = (statement: string) => sealed.asSuperuser(statement)

beforeAll(async () => {
  sealed = await sealedCollectibles(tables)
  ;({ rig, log, books } = sealed)
  const [amy, ben] = [await rig.customer(), await rig.customer()]
  sold = await rig.offer()
  open = await rig.offer({ days: 2 })
  await amy.bid(sold, '10', { maximum: '50' })
  await ben.bid(sold, '20')
  await ben.bid(sold, '60', { maximum: '70' })
  rig.clock.set(((await rig.one(sold)).endAt ?? 0) + 2 * secondMs)
  await rig.collectibles.runDue()
  await amy.bid(open, '10', { maximum: '90' })
  await books.seal()
  // Not sealed yet.
  await ben.bid(open, '30')
  await sealed.keep()
})
afterAll(() => sealed.close())

/** Where the check of the log finds anything about collectibles. */
async function locations(): Promise<string[]> {
  const own = await sealed.found()
  for (const { at } of own) expect(readAuditText(at)).toBeDefined()
  return own.map(({ at }) => at)
}
const restore = () => sealed.restore()

test('what was bid is sealed, recomputed, and nothing is found', async () => {
  expect(await rig.one(sold)).toMatchObject({ ownerMasked: '#2', soldPrice: '60.000000' })
  expect(await locations()).toEqual([])
})

const lastOf = (item: string) =>
  `item_id = '${item}' and no = (select max(no) from collectibles.records where item_id = '${item}')`
test.each([
  [
    'gives the work to another bidder',
    () => `update collectibles.sales set owner = 1 where item_id = '${sold}'`,
    /^collectible /,
  ],
  [
    'gives it to another customer under the same number',
    () =>
      `update collectibles.sales set customer_id = (select customer_id from collectibles.bidders where item_id = '${sold}' and no = 1) where item_id = '${sold}'`,
    /^collectible /,
  ],
  [
    'lowers the price',
    () => `update collectibles.sales set price = 10000000 where item_id = '${sold}'`,
    /^collectible /,
  ],
  [
    'moves an end',
    () => `update collectibles.items set end_at = end_at + interval '1 hour' where id = '${open}'`,
    /^collectible /,
  ],
  ['changes who leads', () => `update collectibles.items set leader = 2 where id = '${open}'`, /^collectible /],
  ['removes a bid that is not sealed', () => `delete from collectibles.records where ${lastOf(open)}`, /^collectible /],
  [
    'writes a bid of its own',
    () => `update collectibles.items set records = records + 1, current_bid = 95000000, leader = 2 where id = '${open}';
      insert into collectibles.records (seq, item_id, no, body, at, signature) select (select max(seq) + 1 from collectibles.records), item_id, no + 1,
        replace(replace(body, '"leader":1', '"leader":2'), '31500000', '95000000'), at, signature from collectibles.records where ${lastOf(open)}`,
    /^collectibleRecord \d+$/,
  ],
  [
    'rewrites the winner in the sealed record',
    () => `update collectibles.records set body = replace(body, '"winner":2', '"winner":1') where ${lastOf(sold)}`,
    /^collectibleRecord \d+ \(record \d+\)$/,
  ],
  [
    'makes a record unreadable',
    () => `update collectibles.records set body = '{' where ${lastOf(sold)}`,
    /^collectible /,
  ],
])('that %s is found', async (_name, statement, location) => {
  await asSuperuser(statement())
  const found = await locations().finally(restore)
  expect(found).toContainEqual(expect.stringMatching(location))
})

test('who won follows from the downloaded records, offline, and a changed one is named', async () => {
  const keys = readPublicKeys(JSON.stringify(log.signing.publicKeys()), nodeCrypto)
  if (keys === undefined) throw new Error('an installation has a key')
  const text = JSON.stringify(await books.collectibleDocument(sold))
  const verdict = verifyAuction(JSON.stringify({ code: 200, result: JSON.parse(text) }), keys)
  expect(verdict).toMatchObject({ ok: true, findings: [], replayed: { status: 'SOLD', owner: 2, price: 60_000_000n } })
  expect(verdict.lines.at(-1)).toMatch(/⇒ #2 = 60\.00 USDT$/)
  expect(verdict.document?.seals?.records).toHaveLength(verdict.document?.records.length ?? 0)
  const running = verifyAuction(JSON.stringify(await books.collectibleDocument(open)), keys)
  expect(running).toMatchObject({ ok: true, replayed: { status: 'AUCTION', state: { leader: 1 } } })
  for (const [from, to, is] of [
    ['\\"winner\\":2', '\\"winner\\":1', ['unsigned', 'decided', 'seal']],
    ['\\"amount\\":\\"20000000\\"', '\\"amount\\":\\"21000000\\"', ['unsigned', 'decided', 'seal']],
    ['"no":3', '"no":4', ['unsigned', 'decided', 'seal']],
  ] as const) {
    expect(text).toContain(from)
    expect(verifyAuction(text.replace(from, to), keys).findings.map((one) => one.is)).toEqual(
      expect.arrayContaining([...is]),
    )
  }
  expect(verifyAuction('{"collectibleId":1}', keys).ok).toBe(false)
})
