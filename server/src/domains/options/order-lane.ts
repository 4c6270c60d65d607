import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { receiptOf, signBatch } from '@evenhand/proofs/receipt-batch.ts'
import type { Receipt } from '@evenhand/proofs/receipt.ts'
import { winOf } from '@evenhand/proofs/settle.ts'
import { tradingAsset } from '@evenhand/protocol/money.ts'
import type { RefusalKey } from '@evenhand/protocol/codes.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import type { LaneConnection } from '../../kernel/db/db.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { again, createLane, type Lane } from '../../kernel/concurrency/lanes.ts'
import { binaryArray } from '../../kernel/db/binary-array.ts'
import { sqlList } from '../../kernel/db/sql-list.ts'
import type { Ticket } from './quote-options.ts'
import { keyRoutes } from './options.rules.ts'
import { assetOfMode } from './options.store.ts'
import type { SpendLimit, Order, OptionsDeps } from './options.deps.ts'
import { receiptOrderOf } from './receipt-order.ts'

/** A buy that passed every check which needs no lock. */
export type Buy = {
  accountId: bigint
  mode: 'virtual' | 'real'
  direction: 'UP' | 'DOWN'
  stake: bigint
  ticket: Ticket
  orderNo: bigint
  key: string | undefined
  request: Buffer | undefined
  spendLimits: readonly SpendLimit[]
}
export type Bought =
  | { kind: 'placed'; order: Order; receipt: Receipt }
  | { kind: 'repeated'; orderId: string }
  | {
      kind: 'refused'
      why: Extract<RefusalKey, 'keyReused' | 'openLimitReached' | 'insufficientBalance' | 'capacityReached'>
      left?: bigint
    }
  | { kind: 'beyond'; spendLimit: SpendLimit }

export type OrderLaneParams = {
  deps: OptionsDeps
  shard: number
  reserveId: bigint
  connection: LaneConnection
  left: (receipts: number, afterMs: number) => void
}
/** Why a call of a batch was not placed, and where in it that call stands, from one. */
type RefusedRow = { ord: number; outcome: Outcome; ref: string | null; spend_limit: number | null }
/** The outcomes of `options.place`. */
type Outcome =
  | 'insufficient_balance'
  | 'insufficient_reserve'
  | 'repeated'
  | 'key_reused'
  | 'open_limit'
  | 'spend_limit'

const placeSql = `select ord, outcome, ref, spend_limit from options.place(
  row($1::bigint[], $2::uuid[], $3::bigint[], $4::smallint[], $5::int[], $6::smallint[], $7::bigint[], $8::int[], $9::int[],
    $10::bigint[], $11::text[], $12::bigint[])::options.order_batch,
  row('${keyRoutes.buy}', $13::text[], $14::bytea[])::ledger.call_keys, $15::bigint, $16::smallint,
  row($17::uuid, $18::timestamptz, $19::int, $20::bigint, $21::text, $22::text, $23::bytea, $24::bytea,
    $25::bytea)::options.signed_batch, $26::jsonb)`

/** One lane of orders: its own connection and its own shard of the reserve. A customer always goes through the same lane. */
export function createOrderLane(params: OrderLaneParams): Lane<Buy, Bought> {
  return createLane<Buy, Bought>({
    name: `options-${params.shard}`,
    ownerOf: (buy) => buy.accountId,
    maxBatch: 500,
    maxQueue: 20_000,
    log: params.deps.log,
    post: (batch) => postBatch(params, batch),
  })
}

/** Signs the batch, sends it as one statement, and reads each call's outcome. `acceptedAt` is the moment it leaves. */
async function postBatch(params: OrderLaneParams, unsorted: readonly Buy[]): Promise<(Bought | typeof again)[]> {
  const { deps } = params
  // A batch is of one version of the terms; who was quoted another at the moment of a change goes with the next.
  const terms = (unsorted[0] as Buy).ticket.terms
  const indexes = unsorted
    .map((_, index) => index)
    .filter((index) => unsorted[index]?.ticket.terms.version === terms.version)
    .toSorted((a, b) => compare(unsorted[a]?.accountId, unsorted[b]?.accountId))
  const batch = indexes.map((index) => unsorted[index] as Buy)
  const acceptedAt = deps.clock.now()
  const batchId = uuidV7(acceptedAt)
  const orders = batch.map((buy, index) => orderOf(buy, { deps, acceptedAt, batchId, index }))
  const head = deps.head()
  const fields = orders.map((order, index) =>
    receiptOrderOf(order, {
      origin: deps.origin,
      instrument: (batch[index] as Buy).ticket.instrument,
      head,
      terms,
    }),
  )
  const signed = signBatch(fields, { batch: batchId, crypto: nodeCrypto, signer: deps.signer })
  const refused = await params.connection.query<RefusedRow>(
    placeSql,
    columnsOf({ params, batch, orders, acceptedAt, batchId, head, signed: signed.batch }),
  )

  const reserves = await topUpReserve(
    params,
    refused.filter(({ outcome }) => outcome === 'insufficient_reserve').map(({ ord }) => batch[ord - 1] as Buy),
  )
  const refusals = new Map(refused.map((row) => [row.ord - 1, row]))
  const responses = new Map<number, Bought | typeof again>()
  batch.forEach((buy, index) => {
    const row = refusals.get(index)
    responses.set(
      indexes[index] as number,
      row === undefined
        ? {
            kind: 'placed',
            order: orders[index] as Order,
            receipt: receiptOf(fields[index] as never, signed.proofs[index] as never),
          }
        : refusalOf({ row, buy, left: reserves.get(buy.mode), needed: winUnitsOf(buy) }),
    )
  })
  params.left(batch.length - refused.length, deps.clock.now() - acceptedAt)
  return unsorted.map((_, index) => responses.get(index) ?? again)
}

const compare = (a: bigint | undefined, b: bigint | undefined): number => (a === b ? 0 : (a ?? 0n) < (b ?? 0n) ? -1 : 1)
const winUnitsOf = (buy: Buy): bigint => winOf({ stake: buy.stake, payoutPpm: buy.ticket.product.payoutPpm })

function orderOf(buy: Buy, params: { deps: OptionsDeps; acceptedAt: number; batchId: string; index: number }): Order {
  const { instrument, product, latest } = buy.ticket
  return {
    accountId: buy.accountId,
    id: uuidV7(params.acceptedAt),
    orderNo: buy.orderNo,
    mode: buy.mode,
    instrumentId: instrument.id,
    direction: buy.direction,
    stake: buy.stake,
    payoutPpm: product.payoutPpm,
    limitTime: product.limitTime,
    acceptedAt: params.acceptedAt,
    seenSeq: params.deps.markets.latest(instrument.code)?.seq ?? latest.seq,
    feedKind: latest.feedKind,
    batchId: params.batchId,
    batchIndex: params.index,
  }
}

type RefusedCall = { row: RefusedRow; buy: Buy; left: bigint | undefined; needed: bigint }

function refusalOf({ row, buy, left, needed }: RefusedCall): Bought | typeof again {
  switch (row.outcome) {
    case 'insufficient_balance':
      return { kind: 'refused', why: 'insufficientBalance' }
    case 'insufficient_reserve':
      return left !== undefined && left >= needed
        ? again
        : { kind: 'refused', why: 'capacityReached', left: left ?? 0n }
    case 'repeated':
      return { kind: 'repeated', orderId: row.ref ?? '' }
    case 'key_reused':
      return { kind: 'refused', why: 'keyReused' }
    case 'open_limit':
      return { kind: 'refused', why: 'openLimitReached' }
    case 'spend_limit':
      // Positions in SQL begin at one.
      return { kind: 'beyond', spendLimit: buy.spendLimits[(row.spend_limit ?? 1) - 1] as SpendLimit }
  }
}

/** Brings money of the other shards to this lane's for the calls it was too small for; returns what each mode's reserve has in all. */
async function topUpReserve(params: OrderLaneParams, short: readonly Buy[]): Promise<Map<'virtual' | 'real', bigint>> {
  const reserves = new Map<'virtual' | 'real', bigint>()
  for (const mode of new Set(short.map((buy) => buy.mode))) {
    const needs = short.filter((buy) => buy.mode === mode).map(winUnitsOf)
    const max = needs.reduce((sum, need) => sum + need, 0n)
    const level = (needed: bigint): Promise<bigint> =>
      params.deps.ledger.level({ accountId: params.reserveId, asset: tradingAsset(mode), shard: params.shard, needed })
    let left = await level(max)
    // All together is more than there is: bring everything there is, so that the earliest calls still get theirs.
    if (left < max && left > 0n) left = await level(left)
    reserves.set(mode, left)
  }
  return reserves
}

type Columns = {
  params: OrderLaneParams
  batch: readonly Buy[]
  orders: readonly Order[]
  acceptedAt: number
  batchId: string
  head: { size: number; root: string }
  signed: { root: string; keyId: string; signature: string; leaves: Uint8Array }
}

function columnsOf({ params, batch, orders, acceptedAt, batchId, head, signed }: Columns): unknown[] {
  return [
    binaryArray.bigint(orders.map((order) => order.accountId)),
    binaryArray.uuid(orders.map((order) => order.id)),
    binaryArray.bigint(orders.map((order) => order.orderNo)),
    binaryArray.smallint(orders.map((order) => assetOfMode[order.mode])),
    binaryArray.integer(orders.map((order) => order.instrumentId)),
    binaryArray.smallint(orders.map((order) => (order.direction === 'UP' ? 1 : -1))),
    binaryArray.bigint(orders.map((order) => order.stake)),
    binaryArray.integer(orders.map((order) => Number(order.payoutPpm))),
    binaryArray.integer(orders.map((order) => order.limitTime)),
    binaryArray.bigint(orders.map((order) => order.seenSeq)),
    sqlList(orders.map((order) => order.feedKind)),
    binaryArray.bigint(batch.map(winUnitsOf)),
    sqlList(batch.map((buy) => buy.key ?? null)),
    sqlList(batch.map((buy) => buy.request ?? null)),
    params.reserveId,
    params.shard,
    batchId,
    dateOf(acceptedAt),
    (batch[0] as Buy).ticket.terms.version,
    head.size,
    head.root,
    signed.keyId,
    Buffer.from(signed.root, 'hex'),
    Buffer.from(signed.signature, 'hex'),
    Buffer.from(signed.leaves),
    spendLimitsColumn(batch),
  ]
}

/** The spend limits of the calls that have any; null where none has, which is what nearly every batch is. */
function spendLimitsColumn(batch: readonly Buy[]): string | null {
  const calls = batch.flatMap(({ spendLimits }, index) =>
    spendLimits.length === 0
      ? []
      : [
          {
            ord: index + 1,
            spendLimits: spendLimits.map(({ what, since, max }) => [what, dateOf(since).toISOString(), String(max)]),
          },
        ],
  )
  return calls.length === 0 ? null : JSON.stringify(calls)
}
