import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { recordHash, verifyHead, type SignedHead } from '@evenhand/proofs/head.ts'
import { listingPayload, type ListingEvent } from '@evenhand/proofs/listing.ts'
import { verifyInclusion } from '@evenhand/proofs/merkle.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { booksFixture, type BooksFixture } from '../../../test/fixtures/books.ts'
import type { Books } from './index.ts'

const listings: ListingEvent[] = []
const listing = (params: Partial<ListingEvent>): ListingEvent => {
  const made = {
    seq: listings.length + 1,
    code: 'BTCUSDT',
    state: 'suspended',
    reason: 'maintenance',
    note: null,
    at: 5,
    ...params,
  }
  listings.push(made)
  return made
}

let database: TestDatabase
let fixture: BooksFixture
let books: Books
beforeEach(async () => {
  listings.length = 0
  database = await testDatabase()
  fixture = await booksFixture(database)
  const listingEvents = async ({ after, limit }: { after: number; limit: number }) =>
    listings.filter(({ seq }) => seq > after).slice(0, limit)
  books = fixture.open({ markets: { ...fixture.record, listingEvents } })
})
afterEach(async () => {
  await fixture.close()
  await database.close()
})

test("an operator's change is published at once, sealed with the next head, and proved by what was published alone", async () => {
  listing({ note: 'Until noon' })
  expect(await books.publicListings({})).toMatchObject({ events: [{ seq: 1, note: 'Until noon', record: null }] })
  await books.seal()
  listing({ state: 'listed', reason: null })
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

test('sealing again adds nothing; a process that starts goes on after the last event', async () => {
  listing({})
  const first = await books.seal()
  expect((await books.seal()).size).toBe(first.size)
  listing({ state: 'delisted', reason: 'renamed' })
  const listingEvents = async ({ after }: { after: number }) => listings.filter(({ seq }) => seq > after)
  expect((await fixture.open({ markets: { ...fixture.record, listingEvents } }).seal()).size).toBe(first.size + 1)
})

test('an event that was rewritten afterwards is named by the check of the log', async () => {
  listing({})
  await books.seal()
  expect(await books.audit()).toMatchObject({ ok: true })
  listings[0] = { ...(listings[0] as ListingEvent), reason: 'venueHalt' }
  expect((await books.audit()).findings).toMatchObject([{ at: expect.stringContaining('listing 1 ') as string }])
})
