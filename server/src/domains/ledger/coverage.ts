import type { FundCoin } from '@evenhand/protocol/funds.ts'
import { assetScales, formatUnits, type Asset } from '@evenhand/protocol/money.ts'
import { dateOf, type Clock } from '../../kernel/time/clock.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import type { Log } from '../../kernel/log.ts'
import { assetIds, coinOf } from './asset-ids.ts'
import type { AnyDb } from './ledger.store.ts'

/** Of a coin, in the coin: what customers own, what custody keeps for them, and whether it is enough. */
export type Coverage = { asset: FundCoin; customers: string; custody: string; covered: boolean }

/** What customers own beside what custody keeps, from the house's own accounts alone: as quick for a million customers. */
export async function coverageOf(db: AnyDb): Promise<Coverage[]> {
  const { rows } = await sql<{ asset: number; customers: bigint; custody: bigint; capital: bigint }>`
    select asset, customers, custody, capital from ledger.coverage()`.execute(db)
  return rows.map(({ asset, customers, custody, capital }) => {
    const text = (units: bigint): string => formatUnits(units, assetScales[coinOf(asset)])
    // What customers have just won is in custody with the next run of the job below.
    const covered = custody + capital >= customers
    return { asset: coinOf(asset), customers: text(customers), custody: text(custody), covered }
  })
}

/** How much of a coin customers own beyond what custody keeps and the house can put there, in its smallest units; 0 where all is covered. */
export async function uncovered(db: AnyDb, coin: FundCoin): Promise<bigint> {
  const { rows } = await sql<{ units: bigint }>`
    select ledger.uncovered(${assetIds[coin]}::smallint) as units`.execute(db)
  return rows[0]?.units ?? 0n
}

/** Coins that are somewhere: those kept for customers, and the house's own. */
export type CoinHolder = 'custody' | 'capital'
const originNames = { custody: 'custody:%', capital: 'house:capital' } as const

/** What one of them held of some assets right after an entry whose predecessors have all ended, smallest units in their order. */
export async function issuedAt(
  db: AnyDb,
  holder: CoinHolder,
  { entry, assets }: { entry: bigint; assets: readonly Asset[] },
): Promise<readonly bigint[]> {
  const { rows } = await sql<{ units: bigint[] }>`
    select ledger.issued_at(${entry}, ${assets.map((asset) => assetIds[asset])}::smallint[], ${originNames[holder]}) as units`.execute(
    db,
  )
  return rows[0]?.units ?? []
}

export type CoverParams = { db: Db<'ledger'>; clock: Clock; log: Log }

/**
 * Moves the house's own coins into custody where customers own more than it keeps, because they won or converted: one
 * entry a coin. Logs what is missing even so. It may run at once in several processes.
 */
export async function coverCustomers({ db, clock, log }: CoverParams): Promise<void> {
  const at = clock.now()
  const { rows } = await sql<{ asset: number; moved: bigint; missing: bigint }>`
    select asset, moved, missing from ledger.cover_customers(${uuidV7(at)}::uuid, ${dateOf(at)})`.execute(db)
  for (const { asset, missing } of rows)
    if (missing > 0n)
      log.error(
        { asset: coinOf(asset), units: String(missing) },
        'customers own more than custody keeps: no new deposits of it are taken',
      )
}
