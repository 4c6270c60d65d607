import { fundMethods, type Chain, type FundCoin, type FundMethod, type FundNetwork } from '@evenhand/protocol/funds.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import { assetIds } from '../ledger/index.ts'
import { reviewMs } from './deposits.rules.ts'
import type { DepositsDb } from './deposits.store.ts'

// Everything here runs as the role `chain`: it reads, and calls the functions of deposits.

/** Coins that came to one address, as one output or log of a transaction of a block. */
export type Transfer = {
  readonly coin: FundCoin
  readonly network: FundNetwork
  readonly txHash: string
  readonly vout: number
  readonly to: string
  readonly from: string | null
  readonly units: bigint
}

/** Writes down the addresses that may be given to customers; those that are there stay as they are. */
export async function keepAddresses(
  db: DepositsDb,
  params: { chain: Chain; addresses: readonly string[] },
): Promise<void> {
  await sql`insert into wallet.addresses_in (chain, address) select ${params.chain}, a from unnest(${[...params.addresses]}::text[]) a
    on conflict do nothing`.execute(db)
}

/** The addresses that customers have. */
export async function givenAddresses(db: DepositsDb, chain: Chain): Promise<Set<string>> {
  const { rows } = await sql<{ address: string }>`
    select address from wallet.addresses_in where chain = ${chain} and customer_id is not null`.execute(db)
  return new Set(rows.map(({ address }) => address))
}

type Seen = { chain: Chain; transfer: Transfer; height: bigint; at: number }

const seenTransfer = ({ chain, transfer: { coin, network, txHash, vout, from, units }, height, at }: Seen) =>
  sql`row(${chain}, ${network}, ${assetIds[coin]}, ${txHash}, ${vout}, ${units}, ${from}, ${height}, ${dateOf(at)})::wallet.seen_transfer`

/** A transfer in a block: the deposit it belongs to, and whether that is new. Undefined where the address belongs to no customer. */
export async function seeTransfer(
  db: DepositsDb,
  params: Seen & { id: string },
): Promise<{ depositId: string; fresh: boolean } | undefined> {
  const { to } = params.transfer
  const { rows } = await sql<{ depositId: string; fresh: boolean }>`
    select deposit_id as "depositId", fresh from wallet.see_transfer(${params.id}, ${to},
      ${seenTransfer(params)}, ${dateOf(params.at + reviewMs)})`.execute(db)
  return rows[0]
}

/** A transfer in a block to the address that all share: kept, and given to the claim that it fits. It credits no customer. */
export async function seeShared(db: DepositsDb, params: Seen): Promise<void> {
  await sql`select wallet.see_shared(${seenTransfer(params)})`.execute(db)
}

type OpenArrival = { id: string; network: FundMethod['network']; status: 'CONFIRMING' | 'CREDITED' }

/**
 * Deposits seen on a chain that may be due: to be credited, or to be taken back. At the shared address people credit, so
 * only what is to be taken back is due there. Each part is found by an index of what waits: this runs every few seconds,
 * however many deposits there have been.
 */
export async function openArrivals(db: DepositsDb, chain: Chain): Promise<OpenArrival[]> {
  const { rows } = await sql<OpenArrival>`
    select d.id, d.network, d.status from wallet.arrivals a join wallet.deposits d on d.id = a.deposit_id
    where a.chain = ${chain} and d.status = 'CONFIRMING' and a.height is not null
    union all
    select d.id, d.network, d.status from wallet.arrivals a join wallet.deposits d on d.id = a.deposit_id
    where a.chain = ${chain} and d.status = 'CREDITED' and a.height is null
    union all
    select d.id, d.network, d.status from wallet.shared_outputs s join wallet.deposits d on d.id = s.deposit_id
    where s.chain = ${chain} and d.status = 'CREDITED' and s.height is null
    order by id`.execute(db)
  return rows
}

export type Final = { id: string; network: FundMethod['network']; head: bigint; at: number }
const confirmationsOf = (network: FundMethod['network']): number =>
  fundMethods.find((method) => method.network === network)?.confirmations ?? Number.MAX_SAFE_INTEGER

/** Credits a deposit that is final by now; returns whether it did. */
export async function creditArrival(db: DepositsDb, params: Final & { usdt: bigint | undefined }): Promise<boolean> {
  const { rows } = await sql<{ outcome: string }>`
    select wallet.credit_arrival(${params.id}, ${params.head}::bigint, ${confirmationsOf(params.network)}, ${params.usdt ?? null}::bigint, ${dateOf(params.at)}) as outcome`.execute(
    db,
  )
  return rows[0]?.outcome === 'credited'
}

/** Holds a deposit that is final by now and not credited, under a reference; returns whether it did. */
export async function holdArrival(db: DepositsDb, params: Omit<Final, 'at'> & { reference: string }): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select wallet.hold_arrival(${params.id}, ${params.head}::bigint, ${confirmationsOf(params.network)}, ${params.reference}) as held`.execute(
    db,
  )
  return rows[0]?.held ?? false
}

/** Takes back a credited deposit that is gone for good; what the customer owes for it, or undefined where it is not due. */
export async function reverseArrival(db: DepositsDb, params: Final): Promise<{ debt: bigint } | undefined> {
  const { rows } = await sql<{ outcome: string; debt: bigint }>`
    select outcome, debt from wallet.reverse_deposit(${params.id}, ${params.head}::bigint, ${confirmationsOf(params.network)}, ${dateOf(params.at)})`.execute(
    db,
  )
  const [row] = rows
  return row?.outcome === 'reversed' ? { debt: row.debt } : undefined
}

/** Claims of the transaction of a deposit that were rejected with its credit: those of other customers. */
export async function rejectedBeside(db: DepositsDb, params: { id: string; at: number }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from wallet.deposits d join wallet.deposits o on o.chain = d.chain and o.tx_hash = d.tx_hash and o.id <> d.id
    where d.id = ${params.id} and o.status = 'REJECTED' and o.decided_at = ${dateOf(params.at)}`.execute(db)
  return rows.map(({ id }) => id)
}
