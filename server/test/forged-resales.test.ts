import { verifyAuction } from '@evenhand/proofs/collectibles/auction-document.ts'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { readPublicKeys } from '@evenhand/proofs/public-keys.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { switchResale } from './fixtures/resale.ts'
import { sealedCollectibles } from './fixtures/sealed-collectibles.ts'

// The owner of the database gives a work to another customer, or keeps a part of what is the charity's, past every trigger. Each
// forgery is found by the records or by the causes of the ledger, and taken back.

const tables = ['items', 'sales', 'offers', 'resales', 'records']
let sealed: Awaited<ReturnType<typeof sealedCollectibles>>
let rig: typeof sealed.rig
let log: typeof sealed.log
let books: typeof sealed.books
let [resold, open] = ['', '']
const asSuperuser = (statement: string) => sealed.asSuperuser(statement)

beforeAll(async () => {
  sealed = await sealedCollectibles(tables)
  ;({ rig, log, books } = sealed)
  await switchResale(rig.database, true)
  const [amy, ben, cem] = [await rig.customer(), await rig.customer(), await rig.customer()]
  resold = await rig.offer({ startPrice: null, price: '100' })
  open = await rig.offer({ startPrice: null, price: '100' })
  await amy.buy(resold, '100')
  await amy.buy(open, '100')
  await amy.post('nft/offer', { nftId: resold, price: '90' })
  await amy.post('nft/withdrawOffer', { nftId: resold })
  await amy.post('nft/offer', { nftId: resold, price: '200' })
  await ben.post('nft/buyResale', { nftId: resold, price: '200' })
  await ben.post('nft/offer', { nftId: resold, price: '300' })
  await cem.post('nft/buyResale', { nftId: resold, price: '300' })
  await amy.post('nft/offer', { nftId: open, price: '70' })
  await books.seal()
  await sealed.keep()
})
afterAll(() => sealed.close())
afterEach(() => sealed.restore())

/** What the check of the log finds about collectibles, and the audit of the ledger as the role `console`. */
async function found(): Promise<string[]> {
  return [
    ...(await sealed.found()).map(({ at }) => at),
    ...(await rig.findings()).map((finding) => JSON.stringify(finding)),
  ]
}

test('what was offered, withdrawn and sold again is sealed, recomputed, and nothing is found', async () => {
  expect(await rig.one(resold)).toMatchObject({ transfers: 3, ownerMasked: 'T3', cumulativeDonation: '150.000000' })
  expect(await found()).toEqual([])
})

const amy = "(select customer_id from collectibles.sales where item_id = '{item}')"
test.each([
  ['gives it to an owner before', `update collectibles.resales set customer_id = ${amy} where no = 3`],
  ['gives it to another account', 'update collectibles.resales set account_id = 1 where no = 3'],
  ['lowers the price of a resale', 'update collectibles.resales set price = 100000000 where no = 2'],
  ['keeps a part of the royalty', 'update collectibles.resales set royalty = 10000000 where no = 2'],
  ['moves a resale in time', `update collectibles.resales set at = at + interval '1 second' where no = 2`],
  ['removes a resale', 'delete from collectibles.resales where no = 3'],
  ['changes the number of a transfer', 'update collectibles.resales set no = 4 where no = 3'],
  ['writes another binding', `update collectibles.resales set nonce = sha256('x') where no = 2`],
  ['sends a royalty to no charity', `update collectibles.resales set charity_id = gen_random_uuid() where no = 2`],
  ['names another entry', 'update collectibles.resales set entry = paid_entry where no = 2'],
  ['names another offer', `update collectibles.resales r set offer_id = gen_random_uuid() where no = 2`],
  ['lowers an open offer', `update collectibles.offers set price = 10000 where status = 'OPEN'`],
  [
    'takes an open offer back',
    `update collectibles.offers set status = 'WITHDRAWN', ended_at = at where status = 'OPEN'`,
  ],
  [
    'opens a withdrawn offer',
    `update collectibles.offers set status = 'OPEN', ended_at = null where status = 'WITHDRAWN'`,
  ],
  ['has another customer offer it', `update collectibles.offers set account_id = 1 where status = 'OPEN'`],
  ['removes an offer', `delete from collectibles.offers where status = 'OPEN'`],
])('that a forger %s is found', async (_name, statement) => {
  await asSuperuser(statement.replaceAll('{item}', resold))
  expect(await found()).not.toEqual([])
})

test('every field of every record is signed, sealed and decided again, offline', async () => {
  const keys = readPublicKeys(JSON.stringify(log.signing.publicKeys()), nodeCrypto)
  if (keys === undefined) throw new Error('an installation has a key')
  const document = await books.collectibleDocument(resold)
  const text = JSON.stringify(document)
  const verdict = verifyAuction(text, keys)
  expect(verdict).toMatchObject({ ok: true, findings: [] })
  expect(verdict.replayed?.ownership).toMatchObject({
    owners: [{ no: 1, royalty: null }, { no: 2, price: 200_000_000n, royalty: 20_000_000n }, { no: 3 }],
    offer: null,
  })
  expect(verdict.lines.at(-1)).toMatch(/T2 → T3 = 300\.00 USDT \(♥ 30\.00 USDT\)$/)
  const replaced = (from: string, to: string) => {
    expect(text).toContain(from)
    const { findings } = verifyAuction(text.replace(from, to), keys)
    return new Set(findings.map(({ is }) => is))
  }
  // Decided otherwise than the rules: a forger who signs such a record as well is found.
  for (const [from, to] of [
    [String.raw`\"offer\":5,\"owner\":2`, String.raw`\"offer\":3,\"owner\":2`],
    [String.raw`\"owner\":2,\"who\"`, String.raw`\"owner\":3,\"who\"`],
    [String.raw`\"price\":\"200000000\",\"royalty\"`, String.raw`\"price\":\"100000000\",\"royalty\"`],
    [String.raw`\"royalty\":\"20000000\"`, String.raw`\"royalty\":\"2000000\"`],
    [String.raw`\"kind\":\"withdrawn\",\"offer\":3`, String.raw`\"kind\":\"withdrawn\",\"offer\":2`],
    [String.raw`\"kind\":\"offered\",\"owner\":2`, String.raw`\"kind\":\"offered\",\"owner\":1`],
    [String.raw`\"price\":\"300000000\",\"at\"`, String.raw`\"price\":\"299990000\",\"at\"`],
  ] as const)
    expect(replaced(from, to)).toEqual(new Set(['unsigned', 'decided', 'seal']))
  // What binds a transfer to its buyer follows from no rule: the signature and the seal hold it.
  const who = /\\"who\\":\\"([0-9a-f]{64})\\",\\"price\\":\\"300000000/.exec(text)?.[1] ?? ''
  expect(replaced(who, '0'.repeat(64))).toEqual(new Set(['unsigned', 'seal']))
  // A record that is missing, and an offer without its owner.
  const { records } = document
  const without = (kind: string) =>
    verifyAuction(
      JSON.stringify({
        ...document,
        seals: null,
        records: records.filter(({ body }) => !body.includes(`"kind":"${kind}"`)),
      }),
      keys,
    ).findings.map(({ is }) => is)
  for (const kind of ['bought', 'offered', 'withdrawn', 'resold']) expect(without(kind)).toContain('decided')
})
