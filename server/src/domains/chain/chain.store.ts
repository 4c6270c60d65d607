import type { Chain } from '@evenhand/protocol/funds.ts'
import { sql, type Db } from '../../kernel/db/db.ts'

export type ChainDb = Db<'chain'>
export type KnownBlock = { height: bigint; hash: string }

/** The blocks that were read, newest first. */
export async function knownBlocks(db: ChainDb, chain: Chain): Promise<KnownBlock[]> {
  const { rows } = await sql<KnownBlock>`
    select height, hash from wallet.chain_blocks where chain = ${chain} order by height desc`.execute(db)
  return rows
}

/** Keeps which block was read at a height, and forgets those that no reorganisation reaches. */
export async function keepBlock(db: ChainDb, params: KnownBlock & { chain: Chain; keep: number }): Promise<void> {
  await sql`insert into wallet.chain_blocks (chain, height, hash) values (${params.chain}, ${params.height}::bigint, ${params.hash})
    on conflict (chain, height) do update set hash = excluded.hash`.execute(db)
  await sql`delete from wallet.chain_blocks where chain = ${params.chain} and height <= ${params.height}::bigint - ${params.keep}`.execute(
    db,
  )
}

/** Blocks from a height on are others now. Returns how many deposits wait to be seen again. */
export async function loseBlocks(db: ChainDb, params: { chain: Chain; from: bigint; head: bigint }): Promise<number> {
  const { rows } = await sql<{ lost: number }>`
    select wallet.lose_blocks(${params.chain}, ${params.from}::bigint, ${params.head}::bigint) as lost`.execute(db)
  return rows[0]?.lost ?? 0
}
