import { setImmediate } from 'node:timers/promises'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { bidderHash } from '@evenhand/proofs/collectibles/records.ts'
import type { OwnedBy } from '@evenhand/proofs/collectibles/resale.ts'
import { replayAuction, type Replayed } from '@evenhand/proofs/collectibles/replay-auction.ts'
import { sql } from '../../kernel/db/db.ts'
import type { CollectiblesDb } from './collectibles.deps.ts'
import { recordsOfItem, type KeptSigned } from './sign-record.ts'

export type AuctionDifference = { at: string; expected: string; found: string }

type Row = {
  id: string
  status: string
  current: string | null
  leader: number | null
  endAt: number | null
  records: number
  owner: number | null
  price: string | null
  image: string
  /** Everybody who owned it, in order, and the offer that is open. */
  owners: readonly OwnerRow[]
  offer: { record: number; price: string } | null
}
type OwnerRow = { no: number; customerId: string; nonce: string; price: string; donated: string; at: number }

/** An auction may have thousands of records, which are in memory together. */
const atOnce = 20

/** Collectibles with what their rows state, page by page of their ids. */
async function rowsAfter(db: CollectiblesDb, after: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select i.id, i.status, i.current_bid::text as current, i.leader, (extract(epoch from i.end_at) * 1000)::float8 as "endAt",
      i.records, s.owner, s.price::text as price, encode(w.image_hash, 'hex') as image,
      (select coalesce(jsonb_agg(jsonb_build_object('no', h.no, 'customerId', h.customer_id, 'nonce', encode(h.nonce, 'hex'),
        'price', h.price::text, 'donated', h.donated::text, 'at', extract(epoch from h.at) * 1000) order by h.no), '[]')
        from collectibles.ownerships h where h.item_id = i.id) as owners,
      (select jsonb_build_object('record', o.record, 'price', o.price::text)
        from collectibles.offers o where o.item_id = i.id and o.status = 'OPEN') as offer
    from collectibles.items i join collectibles.works w on w.id = i.work_id left join collectibles.sales s on s.item_id = i.id
    where i.id > ${after} order by i.id limit ${atOnce}`.execute(db)
  return rows
}

/**
 * Such a page with the signed records of each, as they stood at one moment: a bid or an end that is written meanwhile is in
 * both or in neither.
 */
const pageAfter = (db: CollectiblesDb, after: string): Promise<{ row: Row; records: KeptSigned[] }[]> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const page: { row: Row; records: KeptSigned[] }[] = []
      for (const row of await rowsAfter(tx, after)) page.push({ row, records: await recordsOfItem(tx, row.id) })
      return page
    })

/**
 * Decides every collectible again from its signed records and compares what they come to with its rows: who leads or won, at
 * what price, when it ends, who has owned it since and what of each price was the charity's, and whether each owner is the
 * customer whom the record names. Names what differs.
 */
export async function auditAuctions(db: CollectiblesDb): Promise<AuctionDifference[]> {
  const findings: AuctionDifference[] = []
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const page = await pageAfter(db, after)
    for (const { row, records } of page) {
      await setImmediate()
      findings.push(...differences(row, records))
      after = row.id
    }
    if (page.length < atOnce) return findings
  }
}

function differences(row: Row, records: readonly KeptSigned[]): AuctionDifference[] {
  const label = `collectible ${row.id}`
  let replayed: Replayed
  try {
    replayed = replayAuction(records, { collectibleId: row.id, crypto: nodeCrypto })
  } catch (cause) {
    return [{ at: label, expected: 'its records', found: `cannot be read: ${String(cause)}` }]
  }
  const found: AuctionDifference[] = replayed.findings.map(({ no, ...finding }) => ({
    at: `record ${no} of collectible ${row.id}`,
    ...finding,
  }))
  const compare = (expected: string, is: string): void => {
    if (expected !== is) found.push({ at: label, expected, found: is })
  }
  compare(`${row.records} records`, `${records.length} records`)
  compare(stateOf(replayed), row.status === 'LIVE' || row.status === 'SCHEDULED' ? 'AUCTION' : soldAs(row.status))
  compare(`owner ${replayed.owner} at ${replayed.price}`, `owner ${row.owner} at ${row.price}`)
  if (replayed.state !== null && replayed.status !== 'DELISTED')
    compare(
      `bidder ${replayed.state.leader} at ${replayed.state.current} until ${replayed.state.endAt}`,
      `bidder ${row.leader} at ${row.current} until ${row.endAt}`,
    )
  const { owners, offer } = replayed.ownership
  compare(`${owners.length} owners`, `${row.owners.length} owners`)
  for (const [index, owner] of row.owners.entries()) compare(ownerText(owners[index]), rowText(row.id, owner))
  compare(offerText(offer), offerText(row.offer))
  return found
}

const ownerText = (owner: OwnedBy | undefined): string =>
  owner === undefined
    ? 'nobody'
    : `owner ${owner.no} at ${owner.price}, ${owner.royalty ?? owner.price} of it donated, on ${owner.at}: ${owner.who}`
const rowText = (collectibleId: string, { no, customerId, nonce, price, donated, at }: OwnerRow): string =>
  `owner ${no} at ${price}, ${donated} of it donated, on ${at}: ${bidderHash({ collectibleId, customerId, nonce }, nodeCrypto)}`
const offerText = (offer: { record: number; price: bigint | string } | null): string =>
  offer === null ? 'no offer' : `offer ${offer.record} at ${offer.price}`

const soldAs = (status: string): string => (status === 'DELIVERED' ? 'SOLD' : status)
/** An unsold one may be a draft again, of which there is no record. */
const stateOf = ({ status }: Replayed): string => status
