import type { FundCoin } from '@evenhand/protocol/funds.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { assetIds, type Ledger } from '../ledger/index.ts'
import type { ConversionsDeps } from './conversions.deps.ts'

/** What a sandbox opens its inventory with, in smallest units: a million USDT, 20 BTC, 400 ETH. */
const openings: readonly (readonly [FundCoin, bigint])[] = [
  ['USDT', 1_000_000_000_000n],
  ['BTC', 2_000_000_000n],
  ['ETH', 40_000_000_000n],
]

/** Fills a sandbox's conversion inventory from the house's capital, by one entry a coin, once. */
export async function openSandboxInventory({
  db,
  ledger,
  clock,
}: Pick<ConversionsDeps, 'db' | 'clock'> & { ledger: Pick<Ledger, 'accountNamed' | 'post'> }): Promise<void> {
  const [inventory, capital] = await Promise.all(['house:inventory', 'house:capital'].map(ledger.accountNamed))
  const at = clock.now()
  for (const [asset, units] of openings) {
    await db.transaction().execute(async (tx) => {
      const taken = await sql`insert into wallet.inventory_openings (asset, at)
        values (${assetIds[asset]}::smallint, ${dateOf(at)}) on conflict do nothing returning asset`.execute(tx)
      if (taken.rows.length === 0) return
      const lines = [
        { accountId: inventory ?? 0n, asset, units },
        { accountId: capital ?? 0n, asset, units: -units },
      ]
      await ledger.post(tx, { kind: 'inventory.opening', ref: uuidV7(at), at, lines })
    })
  }
}
