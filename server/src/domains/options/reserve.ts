import { assetScales, type Asset } from '@evenhand/protocol/money.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { assetIds } from '../ledger/index.ts'
import type { OptionsDeps } from './options.deps.ts'

export const reserveName = 'reserve:options'
/** 1 000 000 USDT, what a sandbox opens each reserve with. */
const sandboxReserve = 1_000_000n * 10n ** BigInt(assetScales.USDT)

type ReserveDeps = Pick<OptionsDeps, 'ledger'>
/** `db` as the owner of the tables: no role may write an entry of its own. */
type OpeningDeps = Pick<OptionsDeps, 'db' | 'ledger' | 'clock'>

/**
 * Funds the options reserve of one asset by an entry against the house's capital and spreads it over its shards. Done
 * once an asset: false when it was funded before. A sandbox does it at its first start, a live installation by command.
 */
export async function openReserve(
  { db, ledger, clock }: OpeningDeps,
  params: { asset: Asset; units: bigint },
): Promise<boolean> {
  const [reserve, capital] = await Promise.all([ledger.accountNamed(reserveName), ledger.accountNamed('house:capital')])
  const at = clock.now()
  const opened = await db.transaction().execute(async (tx) => {
    const taken = await sql`insert into options.reserve_openings (asset, entry_no, at)
      values (${assetIds[params.asset]}::smallint, 0, ${dateOf(at)}) on conflict do nothing returning asset`.execute(tx)
    if (taken.rows.length === 0) return false
    const lines = [
      { accountId: reserve, asset: params.asset, units: params.units },
      { accountId: capital, asset: params.asset, units: -params.units },
    ]
    const entry = await ledger.post(tx, { kind: 'reserve.opening', ref: uuidV7(at), at, lines })
    await sql`update options.reserve_openings set entry_no = ${entry} where asset = ${assetIds[params.asset]}::smallint`.execute(
      tx,
    )
    return true
  })
  await ledger.level({ accountId: reserve, asset: params.asset, shard: 1, needed: 0n })
  return opened
}

/** Opens the reserves of both modes of a sandbox, once. */
export async function openSandboxReserves(deps: OpeningDeps): Promise<void> {
  for (const asset of ['USDT', 'USDT.virtual'] as const) await openReserve(deps, { asset, units: sandboxReserve })
}

/** What the reserve can still back, in smallest units. */
export const reserveLeft = async ({ ledger }: ReserveDeps, asset: Asset): Promise<bigint> =>
  ledger.houseFree(await ledger.accountNamed(reserveName), asset)
