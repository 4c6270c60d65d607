import { assetScales, type Asset } from '@evenhand/protocol/money.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import { assetIds, type Ledger } from '../ledger/index.ts'

/** What a sandbox opens its reserves with, whole USDT: the house's side of contracts, and negative balances. */
const sandboxReserves = { 'reserve:contracts': 1_000_000n, 'reserve:nbp': 100_000n } as const
export const reserveNames = Object.keys(sandboxReserves) as (keyof typeof sandboxReserves)[]

type OpeningDeps = { db: Db<'contracts'>; ledger: Ledger; clock: Clock }
type Opening = { name: keyof typeof sandboxReserves; asset: Asset; units: bigint }

/** Funds a reserve of one asset out of the house's capital, as the owner of the tables, once: false when it was before. */
export async function openReserve(
  { db, ledger, clock }: OpeningDeps,
  { name, asset, units }: Opening,
): Promise<boolean> {
  const [reserve, capital] = await Promise.all([ledger.accountNamed(name), ledger.accountNamed('house:capital')])
  const at = clock.now()
  return db.transaction().execute(async (tx) => {
    const taken = await sql`insert into contracts.reserve_openings (name, asset, entry_no, at)
      values (${name}, ${assetIds[asset]}::smallint, 0, ${dateOf(at)}) on conflict do nothing returning asset`.execute(
      tx,
    )
    if (taken.rows.length === 0) return false
    const lines = [
      { accountId: reserve, asset, units },
      { accountId: capital, asset, units: -units },
    ]
    const entry = await ledger.post(tx, { kind: 'contract.reserve', ref: uuidV7(at), at, lines })
    await sql`update contracts.reserve_openings set entry_no = ${entry}
      where name = ${name} and asset = ${assetIds[asset]}::smallint`.execute(tx)
    return true
  })
}

/** Opens the reserves of both accounts of a sandbox, once. */
export async function openSandboxReserves(deps: OpeningDeps): Promise<void> {
  for (const name of reserveNames)
    for (const asset of ['USDT', 'USDT.virtual'] as const)
      await openReserve(deps, { name, asset, units: sandboxReserves[name] * 10n ** BigInt(assetScales[asset]) })
}
