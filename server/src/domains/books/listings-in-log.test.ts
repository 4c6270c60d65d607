import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { recordHash, verifyHead, type SignedHead } from '@evenhand/proofs/head.ts'
import { listingPayload, type ListingAct } from '@evenhand/proofs/listing.ts'
import { verifyInclusion } from '@evenhand/proofs/merkle.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { booksFixture, type BooksFixture } from '../../../test/fixtures/books.ts'
import type { Books } from './index.ts'

const acts: ListingAct[] = []
const act = (params: Partial<ListingAct>): ListingAct => {
  const made = {
    seq: acts.length + 1,
    code: 'BTCUSDT',
    state: 'suspended',
    reason: 'maintenance',
    note: null,
    at: 5,
    ...params,
  }
  acts.push(made)
  return made
}

let database: TestDatabase
let fixture: BooksFixture
let books: Books
beforeEach(async () => {
  acts.length = 0
  database = await testDatabase()
  fixture = await booksFixture(database)
  const listingEvents = async ({ after, limit }: { after: number; limit: number }) =>
    acts.filter(({ seq }) => seq > after).slice(0, limit)
  books = fixture.open({ markets: { ...fixture.record, listingEvents } })
})
afterEach(async () => {
  await fixture.close()
  await database.close()
})

test("an operator's act is published at once, sealed with the next head, and proved by what was published alone", async () => {
  act({ note: 'Until noon' })
  expect(await books.publicListings({})).toMatchObject({ events: [{ seq: 1, note: 'Until noon', record: null }] })
  await books.seal()
  act({ state: 'listed', reason: null })
  await books.seal()
  const { events, head } = await books.publicListings({})
  expect(events.map(({ state }) => state)).toEqual(['suspended', 'listed'])
  const signed = head as unknown as SignedHead
  expect(verifyHead(signed, fixture.signing.publicKey, nodeCrypto)).toBe(true)
  for (const { record, ...published } of events) {
    if (record === null) throw new Error('it is not sealed')
    const { path, ...params } = record
    const leaf = recordHash({ ...params, payload: listingPayload(published, nodeCrypto) }, nodeCrypto)
    expect(params).toMatchObject({ type: 'listings', actor: 'operator' })
    expect(verifyInclusion({ leaf, index: params.seq, size: signed.size, path }, signed.root, nodeCrypto)).toBe(true)
  }
})

test('sealing again adds nothing; a process that starts goes on after the last act', async () => {
  act({})
  const first = await books.seal()
  expect((await books.seal()).size).toBe(first.size)
  act({ state: 'delisted', reason: 'renamed' })
  const events = async ({ after }: { after: number }) => acts.filter(({ seq }) => seq > after)
  expect((await fixture.open({ markets: { ...fixture.record, listingEvents: events } }).seal()).size).toBe(
    first.size + 1,
  )
})

test('an act that was rewritten afterwards is named by the check of the log', async () => {
  act({})
  await books.seal()
  expect(await books.audit()).toMatchObject({ ok: true })
  acts[0] = { ...(acts[0] as ListingAct), reason: 'venueHalt' }
  expect((await books.audit()).findings).toMatchObject([{ at: expect.stringContaining('listing 1 ') as string }])
})
