import type { FundCoin, FundNetwork } from '@evenhand/protocol/funds.ts'
import { addressLimits } from '@evenhand/protocol/addresses.ts'
import { dateOf, msOf } from '../../kernel/clock.ts'
import { sql, type Db } from '../../kernel/db.ts'

type WalletDb = Db<'wallet'>

export type Address = {
  id: string
  customerId: string
  coin: FundCoin
  network: FundNetwork
  address: string
  memo: string | undefined
  label: string
  status: 'COOLING' | 'ACTIVE'
  createdAt: number
  activeAt: number
  lastUsedAt: number | undefined
}

const coolingMs = addressLimits.coolingHours * 3_600_000
const selected = sql`id, customer_id, coin, network, address, memo, label, status, created_at, active_at, last_used_at`
type Row = {
  id: string
  customer_id: string
  coin: FundCoin
  network: FundNetwork
  address: string
  memo: string | null
  label: string
  status: 'COOLING' | 'ACTIVE'
  created_at: Date
  active_at: Date
  last_used_at: Date | null
}
/** An address whose time has come is active, whether or not anything has noted it yet. */
const addressOfRow = (row: Row, now: number): Address => ({
  id: row.id,
  customerId: row.customer_id,
  coin: row.coin,
  network: row.network,
  address: row.address,
  memo: row.memo ?? undefined,
  label: row.label,
  status: msOf(row.active_at) <= now ? 'ACTIVE' : 'COOLING',
  createdAt: msOf(row.created_at),
  activeAt: msOf(row.active_at),
  lastUsedAt: row.last_used_at === null ? undefined : msOf(row.last_used_at),
})

/** A customer's book, the newest first. */
export async function listAddresses(db: WalletDb, of: { customerId: string; now: number }): Promise<Address[]> {
  const { rows } = await sql<Row>`select ${selected} from wallet.addresses
    where customer_id = ${of.customerId} and status <> 'DELETED' order by created_at desc, id desc`.execute(db)
  return rows.map((row) => addressOfRow(row, of.now))
}

/** An address of a customer's book; undefined where there is none, and for one that was deleted. */
export async function findAddress(
  db: WalletDb,
  of: { customerId: string; id: string; now: number },
): Promise<Address | undefined> {
  const { rows } = await sql<Row>`select ${selected} from wallet.addresses
    where id = ${of.id} and customer_id = ${of.customerId} and status <> 'DELETED'`.execute(db)
  return rows[0] && addressOfRow(rows[0], of.now)
}

export type Book = { closed: boolean; opensAt: number | undefined }

/** The customer's book as it stands at a time. */
export async function findBook(db: WalletDb, { customerId, now }: { customerId: string; now: number }): Promise<Book> {
  const { rows } = await sql<{ closed: boolean; opens_at: Date | null }>`
    select closed, opens_at from wallet.address_books where customer_id = ${customerId}`.execute(db)
  const row = rows[0]
  if (row === undefined || !row.closed) return { closed: false, opensAt: undefined }
  const opensAt = row.opens_at === null ? undefined : msOf(row.opens_at)
  return opensAt !== undefined && opensAt <= now ? { closed: false, opensAt: undefined } : { closed: true, opensAt }
}

/** Holds the customer's book until the transaction ends. */
export async function holdBook(tx: WalletDb, of: { customerId: string; now: number }): Promise<Book> {
  await sql`insert into wallet.address_books (customer_id) values (${of.customerId}) on conflict do nothing`.execute(tx)
  await sql`select from wallet.address_books where customer_id = ${of.customerId} for update`.execute(tx)
  return findBook(tx, of)
}

/** Writes how the book stands, in the transaction that holds it. */
export async function writeBook(tx: WalletDb, of: Book & { customerId: string }): Promise<void> {
  await sql`update wallet.address_books set closed = ${of.closed},
    opens_at = ${of.opensAt === undefined ? null : dateOf(of.opensAt)} where customer_id = ${of.customerId}`.execute(tx)
}

export type NewAddress = Pick<Address, 'id' | 'customerId' | 'coin' | 'network' | 'address' | 'memo' | 'label'> & {
  at: number
}

/** Keeps an address; undefined where the customer has it already. */
export async function insertAddress(tx: WalletDb, of: NewAddress): Promise<Address | undefined> {
  const { rows } = await sql<Row>`
    insert into wallet.addresses (id, customer_id, coin, network, address, memo, label, created_at, active_at)
    values (${of.id}, ${of.customerId}, ${of.coin}, ${of.network}, ${of.address}, ${of.memo ?? null}, ${of.label},
      ${dateOf(of.at)}, ${dateOf(of.at + coolingMs)})
    on conflict do nothing returning ${selected}`.execute(tx)
  return rows[0] && addressOfRow(rows[0], of.at)
}

/** Deletes an address; false where there is none of this customer's. */
export async function deleteAddress(
  tx: WalletDb,
  of: { customerId: string; id: string; at: number },
): Promise<boolean> {
  const { rows } = await sql`update wallet.addresses set status = 'DELETED', deleted_at = ${dateOf(of.at)}
    where id = ${of.id} and customer_id = ${of.customerId} and status <> 'DELETED' returning 1`.execute(tx)
  return rows.length === 1
}

/** Notes a bounded number of addresses whose time has come, and answers them. */
export async function activateDue(db: WalletDb, now: number): Promise<Address[]> {
  const { rows } = await sql<Row>`
    update wallet.addresses set status = 'ACTIVE' where id in (
      select id from wallet.addresses where status = 'COOLING' and active_at <= ${dateOf(now)} limit 500 for update skip locked)
    returning ${selected}`.execute(db)
  return rows.map((row) => addressOfRow(row, now))
}
