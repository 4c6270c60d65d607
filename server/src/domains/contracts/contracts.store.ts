import type { ContractSide, OrderType } from '@evenhand/protocol/contracts.ts'
import type { AccountMode } from '@evenhand/protocol/money.ts'
import type { CloseReason, ContractStatus } from '@evenhand/protocol/states.ts'
import { binaryArray } from '../../kernel/db/binary-array.ts'
import { sql, type Db, type Fragment } from '../../kernel/db/db.ts'
import { dateOf, msOf } from '../../kernel/time/clock.ts'
import type { Contract, ContractTick } from './contracts.deps.ts'

export const assetOfMode = { real: 1, virtual: 2 } as const
export const modeOfAsset = (asset: number): AccountMode => (asset === 2 ? 'virtual' : 'real')

type Row = {
  account_id: bigint
  id: string
  parent_id: string | null
  order_no: bigint
  asset: number
  instrument_id: number
  side: number
  order_type: OrderType
  lots: bigint
  /** More than a bigint of the database holds, of coins far below a cent. */
  units: string | null
  leverage: number
  price: bigint | null
  stop_loss: bigint | null
  take_profit: bigint | null
  max_slippage: number | null
  waits_until: Date | null
  accepted_at: Date
  feed_kind: string
  terms_version: number
  fee_discount_ppm: number
  status: ContractStatus
  open_price: bigint | null
  open_seq: bigint | null
  open_ts: Date | null
  open_tick: bigint | null
  close_price: bigint | null
  close_seq: bigint | null
  close_ts: Date | null
  close_tick: bigint | null
  close_reason: CloseReason | null
  notional: bigint | null
  margin: bigint | null
  fee_open: bigint | null
  fee_close: bigint | null
  financing: bigint | null
  profit: bigint | null
  close_out: bigint | null
  seen_seq: bigint | null
  seen_price: bigint | null
  held: bigint | null
  expires_at: Date | null
}

const common = sql`account_id, id, order_no, asset, instrument_id, side, order_type, lots, leverage, stop_loss, take_profit,
  max_slippage, accepted_at, feed_kind, terms_version, fee_discount_ppm`

/** Each state's rows in the columns of all. */
const waiting = sql`select ${common}, null::uuid as parent_id, null::text as units, price, waits_until,
    case order_type when 'MARKET' then 'ACCEPTED' else 'PENDING' end as status,
    null::bigint as open_price, null::bigint as open_seq, null::timestamptz as open_ts, null::bigint as open_tick,
    null::bigint as close_price, null::bigint as close_seq, null::timestamptz as close_ts, null::bigint as close_tick,
    null::text as close_reason, notional, null::bigint as margin, null::bigint as fee_open, null::bigint as fee_close,
    null::bigint as financing, null::bigint as profit, null::bigint as close_out, seen_seq, seen_price, held, null::timestamptz as expires_at
  from contracts.orders`
const opened = sql`select ${common}, null::uuid as parent_id, units::text, null::bigint as price, null::timestamptz as waits_until,
    'OPEN' as status, open_price, open_seq, open_ts, open_tick, null::bigint as close_price, null::bigint as close_seq,
    null::timestamptz as close_ts, null::bigint as close_tick, null::text as close_reason, notional, margin, fee_open,
    null::bigint as fee_close, financing, null::bigint as profit, close_out, null::bigint as seen_seq, null::bigint as seen_price, null::bigint as held, expires_at
  from contracts.positions`
const ended = sql`select ${common}, parent_id, units::text, price, waits_until, status, open_price, open_seq, open_ts, open_tick,
    close_price, close_seq, close_ts, close_tick, close_reason, notional, margin, fee_open, fee_close, financing, profit,
    null::bigint as close_out, null::bigint as seen_seq, null::bigint as seen_price, null::bigint as held, expires_at
  from contracts.history`
const sources = { pending: waiting, open: opened, closed: ended } as const
export type ContractSet = keyof typeof sources

const tickOf = (seq: bigint | null, ts: Date | null, price: bigint | null): ContractTick | null =>
  seq === null || ts === null || price === null ? null : { seq: Number(seq), ts: msOf(ts), price }

const contractOf = (row: Row): Contract => ({
  accountId: row.account_id,
  id: row.id,
  parentId: row.parent_id,
  orderNo: row.order_no,
  mode: modeOfAsset(row.asset),
  instrumentId: row.instrument_id,
  side: (row.side === 1 ? 'BUY' : 'SELL') satisfies ContractSide,
  orderType: row.order_type,
  lots: row.lots,
  units: row.units === null ? null : BigInt(row.units),
  leverage: row.leverage,
  price: row.price,
  stopLoss: row.stop_loss,
  takeProfit: row.take_profit,
  maxSlippage: row.max_slippage,
  waitsUntil: row.waits_until === null ? null : msOf(row.waits_until),
  acceptedAt: msOf(row.accepted_at),
  feedKind: row.feed_kind,
  termsVersion: row.terms_version,
  feeDiscountPpm: BigInt(row.fee_discount_ppm),
  status: row.status,
  openPrice: row.open_price,
  open: tickOf(row.open_seq, row.open_ts, row.open_tick),
  closePrice: row.close_price,
  close: tickOf(row.close_seq, row.close_ts, row.close_tick),
  closeReason: row.close_reason,
  notional: row.notional,
  margin: row.margin,
  feeOpen: row.fee_open,
  feeClose: row.fee_close,
  financing: row.financing,
  profit: row.profit,
  closeOut: row.close_out,
  seen: row.seen_seq === null || row.seen_price === null ? null : { seq: Number(row.seen_seq), price: row.seen_price },
  held: row.held,
  expiresAt: row.expires_at === null ? null : msOf(row.expires_at),
})

/** Reads as the tables stood at one moment, so that an order which moves on meanwhile is in exactly one of them. */
const inOneSnapshot = <R>(db: Db<'contracts'>, read: (tx: Db<'contracts'>) => Promise<R>): Promise<R> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)

const union = (sets: readonly ContractSet[], filter: Fragment): Fragment =>
  sql.join(
    sets.map((set) => sql`select * from (${sources[set]}) o where ${filter}`),
    sql` union all `,
  )

/** Contracts of some states that a condition on their rows names. */
export async function contractsWhere(
  db: Db<'contracts'>,
  sets: readonly ContractSet[],
  filter: Fragment,
): Promise<Contract[]> {
  const { rows } = await sql<Row>`${union(sets, filter)}`.execute(db)
  return rows.map(contractOf)
}

/** One contract of this customer in whatever state it is. */
export async function findContract(
  db: Db<'contracts'>,
  params: { accountId: bigint; id: string },
): Promise<Contract | undefined> {
  const { rows } = await sql<Row>`
    ${union(['pending', 'open', 'closed'], sql`account_id = ${params.accountId} and id = ${params.id}::uuid`)}`.execute(
    db,
  )
  return rows[0] && contractOf(rows[0])
}

export type ListParams = {
  accountId: bigint
  mode: AccountMode
  sets: readonly ContractSet[]
  instrumentId: number | undefined
  from: number | undefined
  to: number | undefined
  limit: number
  offset: number
}

/** A page of a customer's contracts, newest first, and the count of all. */
export async function listContracts(
  db: Db<'contracts'>,
  params: ListParams,
): Promise<{ contracts: Contract[]; total: number }> {
  const instrument = params.instrumentId ?? null
  const filter = sql`account_id = ${params.accountId} and asset = ${assetOfMode[params.mode]}::smallint
    and (${instrument}::int is null or instrument_id = ${instrument}::int)
    and accepted_at >= ${dateOf(params.from ?? 0)} and accepted_at <= ${dateOf(params.to ?? 9_999_999_999_999)}`
  return inOneSnapshot(db, async (tx) => {
    const all = union(params.sets, filter)
    const count = await sql<{ n: number }>`select count(*)::int as n from (${all}) c`.execute(tx)
    const { rows } = await sql<Row>`
      select * from (${all}) c order by accepted_at desc, id desc limit ${params.limit} offset ${params.offset}`.execute(
      tx,
    )
    return { contracts: rows.map(contractOf), total: count.rows[0]?.n ?? 0 }
  })
}

/** An account with everything that is open or waits: positions, and what is set aside. */
export type OpenAccount = {
  contracts: Contract[]
  debt: bigint
  /** Free money that may be traded with, before what open positions may lose. */
  tradable: bigint
}

type OwnedRow = Row & { owner: bigint; owner_asset: number; tradable: bigint; debt: bigint }

/**
 * Accounts with their open contracts as they stood at one moment, in the order in which they were requested. One statement,
 * which sees one moment without a transaction around it.
 */
export async function openContracts(
  db: Db<'contracts'>,
  accounts: readonly { accountId: bigint; mode: AccountMode }[],
): Promise<OpenAccount[]> {
  const keys = accounts.map(({ accountId, mode }) => `${accountId}/${assetOfMode[mode]}`)
  const once = [...new Map(accounts.map((account, index) => [keys[index], account])).values()]
  const ids = binaryArray.bigint(once.map(({ accountId }) => accountId))
  const assets = binaryArray.smallint(once.map(({ mode }) => assetOfMode[mode]))
  // By the index, whatever the planner knows of a table that has just grown.
  const filter = sql`account_id = any (${ids}::bigint[])
    and (account_id, asset) in (select * from unnest(${ids}::bigint[], ${assets}::smallint[]))`
  const { rows } = await sql<OwnedRow>`
    select t.account_id as owner, t.asset as owner_asset, t.amount as tradable, coalesce(a.debt, 0) as debt, c.*
    from ledger.tradable_of(${ids}::bigint[], ${assets}::smallint[]) t
    left join contracts.accounts a on a.account_id = t.account_id and a.asset = t.asset
    left join (${union(['pending', 'open'], filter)}) c on c.account_id = t.account_id and c.asset = t.asset`.execute(
    db,
  )
  const byAccount = Map.groupBy(rows, ({ owner, owner_asset }) => `${owner}/${owner_asset}`)
  return keys.map((key) => {
    const stored = byAccount.get(key) ?? []
    const { debt = 0n, tradable = 0n } = stored[0] ?? {}
    return { contracts: stored.filter(hasContract).map(contractOf), debt, tradable }
  })
}

/** An account without any has one row with its money alone. */
const hasContract = (row: { id: string | null }): boolean => row.id !== null
