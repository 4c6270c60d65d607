import type { ContractRecord } from '@evenhand/proofs/contracts/records.ts'
import { splitHashes } from '@evenhand/proofs/receipt-batch.ts'
import { sql, type Db, type Fragment } from '../../kernel/db/db.ts'
import { uuidV7Floor } from '../../kernel/ids.ts'
import { dateOf, msOf } from '../../kernel/time/clock.ts'
import type { Ledger } from '../ledger/index.ts'

type Span = { from: number; to: number }
type ContractId = { accountId: bigint; orderId: string }
type Page = Span & { which: Fragment; after: ContractId | null; limit: number }
type Deps = { db: Db<'contracts'>; ledger: Pick<Ledger, 'entries'> }

/** Which contracts: those of an instrument, or of an account in one asset. */
export const ofInstrument = (id: number): Fragment => sql`asset in (1, 2) and instrument_id = ${id}`
export const ofAccount = (accountId: bigint, asset: number): Fragment =>
  sql`account_id = ${accountId} and asset = ${asset}::smallint`

/** Contracts that were open or waited in a span, or ended in it, in the order of account and id. */
export async function replayedContracts({ db, ledger }: Deps, page: Page) {
  const read = await inSnapshot(db, (tx) => readPage(tx, page))
  const entries = await ledger.entries(read.flatMap(({ ended }) => ended.flatMap(({ entryNo }) => entryNo ?? [])))
  return read.map(({ ended, ...contract }) => ({
    ...contract,
    ended: ended.map(({ entryNo, ...row }) => {
      const entry = entryNo === null ? undefined : entries.get(entryNo)
      return { ...row, paid: entry?.ref === row.id && entry.owner === contract.accountId ? entry.units : null }
    }),
  }))
}

/** Reads the tables as they stood at one moment: a contract whose step is written meanwhile is whole. */
const inSnapshot = <R>(db: Db<'contracts'>, read: (tx: Db<'contracts'>) => Promise<R>): Promise<R> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)

async function readPage(db: Db<'contracts'>, page: Page) {
  const after = page.after ?? { accountId: 0n, orderId: '00000000-0000-0000-0000-000000000000' }
  const [from, to] = [dateOf(page.from), dateOf(page.to)]
  const { rows } = await sql<{ account_id: bigint; id: string }>`
    select account_id, id from (
      select account_id, id from contracts.orders where ${page.which} and accepted_at < ${to}
      union
      select account_id, id from contracts.positions where ${page.which} and accepted_at < ${to}
      union
      select account_id, coalesce(parent_id, id) from contracts.history
      where ${page.which} and ended_at >= ${from} and accepted_at < ${to}) c
    where (account_id, id) > (${after.accountId}, ${after.orderId}::uuid) order by 1, 2 limit ${page.limit}`.execute(db)
  const ids = { accounts: rows.map(({ account_id }) => account_id), ids: rows.map(({ id }) => id) }
  const records = await recordsOfMany(db, ids)
  const positions = await openRows(db, ids)
  const orders = await waitingRows(db, ids)
  const ended = await endedRows(db, ids)
  return rows.map(({ account_id: accountId, id: orderId }) => ({
    accountId,
    orderId,
    records: records.get(`${accountId}/${orderId}`) ?? [],
    position: positions.get(`${accountId}/${orderId}`)?.[0] ?? null,
    isWaiting: orders.has(`${accountId}/${orderId}`),
    ended: ended.get(`${accountId}/${orderId}`) ?? [],
  }))
}

type Ids = { accounts: readonly bigint[]; ids: readonly string[] }
const named = ({ accounts, ids }: Ids) =>
  sql`(select * from unnest(${accounts as bigint[]}::bigint[], ${ids as string[]}::uuid[]))`
const keyOf = ({ account_id, of_id }: { account_id: bigint; of_id: string }): string => `${account_id}/${of_id}`

async function recordsOfMany(db: Db<'contracts'>, ids: Ids) {
  const { rows } = await sql<{ account_id: bigint; of_id: string; body: string; leaf: Buffer }>`
    select r.account_id, r.order_id as of_id, r.body, substring(b.leaves from r.batch_index * 32 + 1 for 32) as leaf
    from contracts.records r join contracts.batches b on b.id = r.batch_id
    where (r.account_id, r.order_id) in ${named(ids)} order by b.seq, r.batch_index`.execute(db)
  const grouped = Map.groupBy(rows, keyOf)
  return new Map(
    Array.from(grouped, ([key, records]) => [
      key,
      records.map(({ body, leaf }) => ({ body: JSON.parse(body) as ContractRecord, leaf: leaf.toString('hex') })),
    ]),
  )
}

type OpenRow = {
  account_id: bigint
  of_id: string
  lots: bigint
  units: string
  margin: bigint
  fee_open: bigint
  financing: bigint
  open_price: bigint
  stop_loss: bigint | null
  take_profit: bigint | null
}

async function openRows(db: Db<'contracts'>, ids: Ids) {
  const { rows } = await sql<OpenRow>`
    select account_id, id as of_id, lots, units::text, margin, fee_open, financing, open_price, stop_loss, take_profit
    from contracts.positions where (account_id, id) in ${named(ids)}`.execute(db)
  const shown = rows.map((row) => ({
    ...row,
    units: BigInt(row.units),
    feeOpen: row.fee_open,
    open: row.open_price,
    stopLoss: row.stop_loss,
    takeProfit: row.take_profit,
  }))
  return Map.groupBy(shown, keyOf)
}

async function waitingRows(db: Db<'contracts'>, ids: Ids): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ account_id: bigint; of_id: string }>`
    select account_id, id as of_id from contracts.orders where (account_id, id) in ${named(ids)}`.execute(db)
  return new Set(rows.map(keyOf))
}

type EndedRow = {
  account_id: bigint
  of_id: string
  id: string
  status: string
  close_reason: string | null
  lots: bigint
  profit: bigint | null
  fee_close: bigint | null
  fee_open: bigint | null
  financing: bigint | null
  margin: bigint | null
  close_price: bigint | null
  close_seq: bigint | null
  short: bigint
  entry_no: bigint | null
  ended_at: Date
}

async function endedRows(db: Db<'contracts'>, ids: Ids) {
  const { rows } = await sql<EndedRow>`
    select account_id, coalesce(parent_id, id) as of_id, id, status, close_reason, lots, profit, fee_close, fee_open, financing,
      margin, close_price, close_seq, short, entry_no, ended_at
    from contracts.history
    where account_id = any (${ids.accounts as bigint[]}::bigint[])
      and (account_id, coalesce(parent_id, id)) in ${named(ids)} order by ended_at, id`.execute(db)
  const shown = rows.map((row) => ({
    account_id: row.account_id,
    of_id: row.of_id,
    id: row.id,
    status: row.status,
    reason: row.close_reason,
    lots: row.lots,
    profit: row.profit,
    feeClose: row.fee_close,
    feeOpen: row.fee_open,
    financing: row.financing,
    margin: row.margin,
    closePrice: row.close_price,
    closeSeq: row.close_seq === null ? null : Number(row.close_seq),
    short: row.short,
    entryNo: row.entry_no,
    endedAt: msOf(row.ended_at),
  }))
  return Map.groupBy(shown, keyOf)
}

/** Instruments of contracts that were open or waited in a span, or ended in it. */
export async function instrumentsIn(db: Db<'contracts'>, { from, to }: Span): Promise<number[]> {
  const { rows } = await sql<{ instrument_id: number }>`
    select instrument_id from contracts.orders where accepted_at < ${dateOf(to)}
    union select instrument_id from contracts.positions where accepted_at < ${dateOf(to)}
    union select instrument_id from contracts.history where ended_at >= ${dateOf(from)} and accepted_at < ${dateOf(to)}
    order by 1`.execute(db)
  return rows.map(({ instrument_id }) => instrument_id)
}

/** Contracts whose records were signed in a span and that stand in no table. */
export async function contractsWithoutRow(db: Db<'contracts'>, { from, to }: Span): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`
    select distinct r.order_id from contracts.records r
    where r.batch_id >= ${uuidV7Floor(from)}::uuid and r.batch_id < ${uuidV7Floor(to)}::uuid
      and not exists (select from contracts.orders o where o.account_id = r.account_id and o.id = r.order_id)
      and not exists (select from contracts.positions o where o.account_id = r.account_id and o.id = r.order_id)
      and not exists (select from contracts.history o
        where o.account_id = r.account_id and (o.id = r.order_id or o.parent_id = r.order_id))
    order by 1 limit 20`.execute(db)
  return rows.map(({ order_id }) => order_id)
}

/** Batches that were signed in a span after a seq, rising, with the hashes under their roots. */
export async function batchesSigned(db: Db<'contracts'>, page: Span & { after: bigint; limit: number }) {
  const { rows } = await sql<{
    seq: bigint
    id: string
    key_id: string
    root: Buffer
    signature: Buffer
    leaves: Buffer
  }>`
    select seq, id, key_id, root, signature, leaves from contracts.batches
    where id >= ${uuidV7Floor(page.from)}::uuid and id < ${uuidV7Floor(page.to)}::uuid and seq > ${page.after}
    order by seq limit ${page.limit}`.execute(db)
  return rows.map((row) => ({
    seq: row.seq,
    batch: row.id,
    keyId: row.key_id,
    root: row.root.toString('hex'),
    signature: row.signature.toString('hex'),
    leaves: splitHashes(row.leaves),
  }))
}

/** What an account owed of its losses at a time, smallest units of USDT: closings that it could not pay, and paid later. */
export async function owedAt(
  db: Db<'contracts'>,
  { accountId, asset, at }: { accountId: bigint; asset: number; at: number },
): Promise<bigint> {
  const { rows } = await sql<{ owed: bigint }>`
    select (coalesce((select sum(h.short - h.repaid) from contracts.history h
        where h.account_id = ${accountId} and h.asset = ${asset}::smallint and h.ended_at <= ${dateOf(at)}), 0)
      - coalesce((select sum(p.amount) from contracts.protections p
        where p.account_id = ${accountId} and p.asset = ${asset}::smallint and p.at <= ${dateOf(at)}), 0))::bigint as owed`.execute(
    db,
  )
  return rows[0]?.owed ?? 0n
}
