import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import type { Signer } from '@evenhand/proofs/crypto.ts'
import {
  collectibleMessage,
  type CollectibleRecord,
  type KeptRecord,
  type OpenedCeiling,
} from '@evenhand/proofs/collectibles/records.ts'
import { sql, type Fragment } from '../../kernel/db/db.ts'
import type { AnyDb } from '../ledger/index.ts'
import type { CollectiblesDb } from './collectibles.deps.ts'

type Signed = { signer: Signer; itemId: string }
/** A record and its position; `argument` is how the functions that decide take it. */
export type SignedRecord = { readonly no: number; readonly argument: Fragment }

/**
 * Signs the next record of a collectible that the transaction has locked. The last thing before the function that keeps it:
 * records of all collectibles come one after another from here to the end of the transaction.
 */
export async function signRecord(
  tx: AnyDb,
  { signer, itemId }: Signed,
  record: CollectibleRecord | ((no: number) => CollectibleRecord),
): Promise<SignedRecord> {
  const { rows } = await sql<{ seq: number; no: number }>`
    select seq::float8 as seq, no from collectibles.next_record(${itemId})`.execute(tx)
  const [next] = rows
  if (next === undefined) throw new Error('the database returns a number')
  const { seq, no } = next
  const fields = typeof record === 'function' ? record(no) : record
  const body = JSON.stringify(fields)
  const message = collectibleMessage({ seq, collectibleId: itemId, no, body }, nodeCrypto)
  const signature = Buffer.from(signer.sign(message), 'hex')
  return { no, argument: sql`row(${seq}, ${no}, ${body}, ${fields.at}, ${signature})::collectibles.signed_record` }
}

/** Every maximum of an auction, as the record of its end opens them. */
export async function openedCeilings(tx: CollectiblesDb, itemId: string): Promise<OpenedCeiling[]> {
  const { rows } = await sql<{ record: number; ceiling: string; nonce: string }>`
    select c.record, c.ceiling::text as ceiling, encode(c.nonce, 'hex') as nonce
    from collectibles.ceilings c where c.item_id = ${itemId} order by c.record`.execute(tx)
  return rows.map(({ record, ceiling, nonce }) => [record, ceiling, nonce])
}

/** A kept record with its signature, hexadecimal. */
export type KeptSigned = KeptRecord & { readonly at: number; readonly signature: string }
const kept = sql`r.seq::float8 as seq, r.item_id as "collectibleId", r.no, r.body, r.at::float8 as at,
  encode(r.signature, 'hex') as signature`

/** Records of all collectibles after a number, rising, at most `limit`. */
export async function recordsAfter(
  db: CollectiblesDb,
  { after, limit }: { after: number; limit: number },
): Promise<KeptSigned[]> {
  const { rows } = await sql<KeptSigned>`
    select ${kept} from collectibles.records r where r.seq > ${after} order by r.seq limit ${limit}`.execute(db)
  return rows
}

/** The records of one collectible, oldest first. */
export async function recordsOfItem(db: AnyDb, itemId: string): Promise<KeptSigned[]> {
  const { rows } = await sql<KeptSigned>`
    select ${kept} from collectibles.records r where r.item_id = ${itemId} order by r.no`.execute(db)
  return rows
}
