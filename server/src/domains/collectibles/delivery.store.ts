import { sql } from '../../kernel/db/db.ts'
import { dateOf, msOf } from '../../kernel/time/clock.ts'
import type { CollectiblesDb, Delivery } from './collectibles.deps.ts'

type DeliveryRow = Omit<Delivery, 'requestedAt' | 'endedAt'> & { requestedAt: Date; endedAt: Date | null }

/** Deliveries of works by their ids. */
export async function deliveriesOf(db: CollectiblesDb, itemIds: readonly string[]): Promise<Map<string, Delivery>> {
  if (itemIds.length === 0) return new Map()
  const { rows } = await sql<DeliveryRow>`
    select item_id as "itemId", status, chain, address, tx_hash as "txHash", requested_at as "requestedAt", ended_at as "endedAt"
    from collectibles.deliveries where item_id = any (${[...itemIds]}::uuid[])`.execute(db)
  return new Map(
    rows.map((row) => [
      row.itemId,
      { ...row, requestedAt: msOf(row.requestedAt), endedAt: row.endedAt === null ? null : msOf(row.endedAt) },
    ]),
  )
}

/** The address that an account had a work delivered to last; undefined before the first. */
export async function lastAddress(db: CollectiblesDb, accountId: bigint): Promise<string | undefined> {
  const { rows } = await sql<{ address: string }>`
    select d.address from collectibles.deliveries d join collectibles.ownerships s on s.item_id = d.item_id and s.ended_at is null
    where s.account_id = ${accountId} and d.status <> 'REFUSED' order by d.requested_at desc limit 1`.execute(db)
  return rows[0]?.address
}

/** Keeps where an owner wants a token: `owner`, it is another's; `state`, it is on its way or there. */
export async function requestDelivery(
  tx: CollectiblesDb,
  given: {
    itemId: string
    accountId: bigint
    address: string
    chain: string
    contract: string
    tokenId: bigint
    at: number
  },
): Promise<'done' | 'owner' | 'state'> {
  const { rows } = await sql<{ outcome: 'done' | 'owner' | 'state' }>`
    select collectibles.request_delivery(${given.itemId}, ${given.accountId}, ${given.address}, ${given.chain},
      ${given.contract}, ${String(given.tokenId)}, ${dateOf(given.at)}) as outcome`.execute(tx)
  return rows[0]?.outcome ?? 'owner'
}

export type OpenDelivery = {
  itemId: string
  status: 'REQUESTED' | 'SENT'
  address: string
  tokenId: string
  imageHash: Buffer
  nonce: bigint | null
  txHash: string | null
  sentAt: Date | null
  mayLeave: boolean
}

/**
 * Deliveries to a contract that have not ended, the oldest first, behind that of the work `after`; as the role `chain`, like
 * all below.
 */
export async function openDeliveries(
  db: CollectiblesDb,
  { contract, after, limit }: { contract: string; after: string | undefined; limit: number },
): Promise<OpenDelivery[]> {
  const { rows } = await sql<OpenDelivery>`
    select item_id as "itemId", status, address, token_id as "tokenId", image_hash as "imageHash", nonce, tx_hash as "txHash",
      sent_at as "sentAt", may_leave as "mayLeave"
    from collectibles.open_deliveries(${contract}, ${after ?? null}::uuid, ${limit})`.execute(db)
  return rows
}

/** The highest nonce that was signed for a contract; undefined before the first. */
export async function lastNonce(db: CollectiblesDb, contract: string): Promise<bigint | undefined> {
  const { rows } = await sql<{ nonce: bigint | null }>`
    select max(nonce) as nonce from collectibles.deliveries where contract = ${contract}`.execute(db)
  return rows[0]?.nonce ?? undefined
}

export type KeptMinting = { txHash: string; bytes: Buffer }

/** What was signed for a delivery under its present nonce, the newest first. */
export async function mintingsOf(
  db: CollectiblesDb,
  { itemId, nonce }: Pick<OpenDelivery, 'itemId' | 'nonce'>,
): Promise<KeptMinting[]> {
  const { rows } = await sql<KeptMinting>`
    select tx_hash as "txHash", bytes from collectibles.mintings where item_id = ${itemId} and nonce = ${nonce}
    order by at desc, tx_hash`.execute(db)
  return rows
}

/** Keeps what was signed before it is sent; `before`: the transaction that it is to replace. False where it may not be sent, because the delivery is another by now. */
export async function keepMinting(
  db: CollectiblesDb,
  given: {
    itemId: string
    address: string
    nonce: bigint
    before: string | null
    txHash: string
    bytes: Uint8Array
    at: number
  },
): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select collectibles.keep_minting(${given.itemId}, ${given.address}, ${given.nonce}, ${given.before}, ${given.txHash},
      ${Buffer.from(given.bytes)}, ${dateOf(given.at)}) as done`.execute(db)
  return rows[0]?.done === true
}

export type Ending = {
  status: 'DELIVERED' | 'REFUSED' | 'REQUESTED'
  /** Whose the token is; where it was refused, whose it would have been. */
  owner: string
  txHash: string | null
}

/** Ends a delivery, or opens it again; whom to notify of which work, or undefined where the delivery is another by now. */
export async function endDelivery(
  tx: CollectiblesDb,
  { itemId, status, address }: Pick<OpenDelivery, 'itemId' | 'status' | 'address'>,
  ending: Ending & { at: number },
): Promise<{ account: bigint | null; title: string | null } | undefined> {
  const { rows } = await sql<{ done: boolean; account: bigint | null; title: string | null }>`
    select done, account, title from collectibles.end_delivery(${itemId}, ${status}, ${address}, ${ending.status},
      ${ending.txHash}, ${ending.owner}, ${dateOf(ending.at)})`.execute(tx)
  return rows[0]?.done === true ? rows[0] : undefined
}

/** When the oldest delivery that has not ended was requested; undefined where none waits. */
export async function oldestDelivery(db: CollectiblesDb): Promise<number | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(requested_at) as at from collectibles.deliveries where status in ('REQUESTED', 'SENT')`.execute(db)
  return rows[0]?.at ? msOf(rows[0].at) : undefined
}
