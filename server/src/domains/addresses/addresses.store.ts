import type { FundCoin, FundNetwork } from '@evenhand/protocol/funds.ts'
import { addressLimits } from '@evenhand/protocol/addresses.ts'
import { dateOf, msOf } from '../../kernel/time/clock.ts'
import { sql, type Db, type Fragment } from '../../kernel/db/db.ts'
import { hourMs } from '@evenhand/protocol/durations.ts'

export type AddressesDb = Db<'addresses'>

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

const coolingMs = addressLimits.coolingHours * hourMs
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
export async function listAddresses(db: AddressesDb, params: { customerId: string; now: number }): Promise<Address[]> {
  const { rows } = await sql<Row>`select ${selected} from wallet.addresses
    where customer_id = ${params.customerId} and status <> 'DELETED' order by created_at desc, id desc`.execute(db)
  return rows.map((row) => addressOfRow(row, params.now))
}

/** An address of a customer's book; undefined where there is none, and for one that was deleted. */
export async function findAddress(
  db: AddressesDb,
  params: { customerId: string; id: string; now: number },
): Promise<Address | undefined> {
  const { rows } = await sql<Row>`select ${selected} from wallet.addresses
    where id = ${params.id} and customer_id = ${params.customerId} and status <> 'DELETED'`.execute(db)
  return rows[0] && addressOfRow(rows[0], params.now)
}

export type Book = { closed: boolean; opensAt: number | undefined }

/** The customer's book as it stands at a time. */
export async function findBook(
  db: AddressesDb,
  { customerId, now }: { customerId: string; now: number },
): Promise<Book> {
  const { rows } = await sql<{ closed: boolean; opens_at: Date | null }>`
    select closed, opens_at from wallet.address_books where customer_id = ${customerId}`.execute(db)
  const row = rows[0]
  if (row === undefined || !row.closed) return { closed: false, opensAt: undefined }
  const opensAt = row.opens_at === null ? undefined : msOf(row.opens_at)
  return opensAt !== undefined && opensAt <= now ? { closed: false, opensAt: undefined } : { closed: true, opensAt }
}

/** Holds the customer's book until the transaction ends. */
export async function holdBook(tx: AddressesDb, params: { customerId: string; now: number }): Promise<Book> {
  await sql`insert into wallet.address_books (customer_id) values (${params.customerId}) on conflict do nothing`.execute(
    tx,
  )
  await sql`select from wallet.address_books where customer_id = ${params.customerId} for update`.execute(tx)
  return findBook(tx, params)
}

/** Writes how the book stands, in the transaction that holds it. */
export async function writeBook(tx: AddressesDb, params: Book & { customerId: string }): Promise<void> {
  await sql`update wallet.address_books set closed = ${params.closed},
    opens_at = ${params.opensAt === undefined ? null : dateOf(params.opensAt)} where customer_id = ${params.customerId}`.execute(
    tx,
  )
}

export type NewAddress = Pick<Address, 'id' | 'customerId' | 'coin' | 'network' | 'address' | 'memo' | 'label'> & {
  at: number
}

/** Keeps an address; undefined where the customer has it already. */
export async function insertAddress(tx: AddressesDb, params: NewAddress): Promise<Address | undefined> {
  const { rows } = await sql<Row>`
    insert into wallet.addresses (id, customer_id, coin, network, address, memo, label, created_at, active_at)
    values (${params.id}, ${params.customerId}, ${params.coin}, ${params.network}, ${params.address}, ${params.memo ?? null}, ${params.label},
      ${dateOf(params.at)}, ${dateOf(params.at + coolingMs)})
    on conflict do nothing returning ${selected}`.execute(tx)
  return rows[0] && addressOfRow(rows[0], params.at)
}

/** Deletes an address; false where there is none of this customer's. */
export async function deleteAddress(
  tx: AddressesDb,
  params: { customerId: string; id: string; at: number },
): Promise<boolean> {
  const { rows } = await sql`update wallet.addresses set status = 'DELETED', deleted_at = ${dateOf(params.at)}
    where id = ${params.id} and customer_id = ${params.customerId} and status <> 'DELETED' returning 1`.execute(tx)
  return rows.length === 1
}

/** Addresses whose time has come, at most 500. */
export async function findDue(db: AddressesDb, now: number): Promise<{ id: string; customerId: string }[]> {
  const { rows } = await sql<{ id: string; customerId: string }>`
    select id, customer_id as "customerId" from wallet.addresses
    where status = 'COOLING' and active_at <= ${dateOf(now)} limit 500`.execute(db)
  return rows
}

/** Notes that addresses are active, and returns those that this call has moved. */
export async function activate(
  tx: AddressesDb,
  { ids, now }: { ids: readonly string[]; now: number },
): Promise<Address[]> {
  const { rows } = await sql<Row>`
    update wallet.addresses set status = 'ACTIVE' where id in (
      select id from wallet.addresses where id = any (${ids as string[]}::uuid[]) and status = 'COOLING' and active_at <= ${dateOf(now)}
      for update skip locked)
    returning ${selected}`.execute(tx)
  return rows.map((row) => addressOfRow(row, now))
}

/** An address by its id, whosever it is and deleted or not: as operators see it beside a withdrawal. */
export async function findBookedAddress(
  db: AddressesDb,
  id: string,
): Promise<{ label: string; createdAt: number; activeAt: number } | undefined> {
  const { rows } = await sql<{ label: string; created_at: Date; active_at: Date }>`
    select label, created_at, active_at from wallet.addresses where id = ${id}`.execute(db)
  const row = rows[0]
  return row && { label: row.label, createdAt: msOf(row.created_at), activeAt: msOf(row.active_at) }
}

const maxSharers = 10
const maxSharersCounted = 1000

/** Other customers who wrote an address down, deleted or not: how many (to a thousand), and the newest ten. */
export async function addressSharers(
  db: AddressesDb,
  { address, customerId }: { address: string; customerId: string },
): Promise<{ count: number; customerIds: string[] }> {
  const { rows } = await sql<{ customer_id: string; count: number }>`
    select customer_id, (count(*) over ())::int as count from (
      select customer_id, max(created_at) as at from (
        select customer_id, created_at from wallet.addresses where address = ${address} and customer_id <> ${customerId}
        limit ${maxSharersCounted}) found group by customer_id) o
    order by at desc limit ${maxSharers}`.execute(db)
  return { count: rows[0]?.count ?? 0, customerIds: rows.map((row) => row.customer_id) }
}

/** Whether two customers ever wrote down the same address. */
export async function shareAddress(
  db: AddressesDb,
  [one, other]: readonly [customerId: string, customerId: string],
): Promise<boolean> {
  const { rows } = await sql<{ shared: boolean }>`
    select exists (select from wallet.addresses a join wallet.addresses b on b.address = a.address
      where a.customer_id = ${one} and b.customer_id = ${other}) as shared`.execute(db)
  return rows[0]?.shared ?? false
}

/** Whether an address of a book was written down after a time: a condition within a statement of another domain. */
export const addressAddedAfter = ({
  addressId,
  after,
}: {
  addressId: Fragment
  after: Fragment
}): Fragment => sql`exists (
  select from wallet.addresses a where a.id = ${addressId} and a.created_at > ${after})`

/** Whether another customer wrote an address down too, in the same way. */
export const addressShared = ({ address, customerId }: { address: Fragment; customerId: Fragment }): Fragment =>
  sql`exists (select from wallet.addresses a where a.address = ${address} and a.customer_id <> ${customerId})`
