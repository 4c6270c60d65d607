import type { LedgerEntry } from '@evenhand/proofs/ledger-entry.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import { assetIds } from './asset-ids.ts'

/** The newest number that was drawn for an entry, 0 before the first. Its transaction may still be open, or rolled back. */
export async function lastEntryNumber(db: Db<'ledger'>): Promise<bigint> {
  const { rows } = await sql<{ last: bigint }>`
    select case when is_called then last_value else 0 end as last from ledger.entry_seq`.execute(db)
  return rows[0]?.last ?? 0n
}

const assetNames = new Map<number, string>(Object.entries(assetIds).map(([name, id]) => [id, name]))

type EntryRow = {
  seq: number
  at: number
  kind: string
  ref: string
  owner: bigint | null
  accounts: bigint[]
  assets: number[]
  amounts: bigint[]
}

/**
 * Entries with `after` < seq ≤ `upto` as the log seals them, rising, at most `limit`. An
 * account or asset that is not there any more is named by its number: this never throws on a row that was damaged.
 */
export async function sealedEntries(
  db: Db<'ledger'>,
  params: { after: bigint; upto: bigint; limit: number },
): Promise<LedgerEntry[]> {
  const { rows } = await sql<EntryRow>`
    select seq::float8 as seq, (extract(epoch from at) * 1000)::float8 as at, kind, ref, owner, accounts, assets::int[] as assets, amounts
    from ledger.entries where seq > ${params.after} and seq <= ${params.upto} order by seq limit ${params.limit}`.execute(
    db,
  )
  const ids = new Set(rows.flatMap(({ accounts, owner }) => (owner === null ? accounts : [...accounts, owner])))
  const named = await sql<{ id: bigint; name: string }>`
    select id, name from ledger.accounts where id = any (${[...ids]}::bigint[])`.execute(db)
  const names = new Map(named.rows.map(({ id, name }) => [id, name]))
  const nameOf = (id: bigint): string => names.get(id) ?? `#${id}`
  return rows.map((row) => ({
    seq: row.seq,
    at: row.at,
    kind: row.kind,
    ref: row.ref,
    owner: row.owner === null ? null : nameOf(row.owner),
    lines: row.accounts.map((account, index) => [
      nameOf(account),
      assetNames.get(row.assets[index] ?? 0) ?? `#${row.assets[index]}`,
      String(row.amounts[index] ?? 0n),
    ]),
  }))
}

/** An entry with a number that was never drawn, the first of them: such a row was written past the functions. */
export async function unnumberedEntry(db: Db<'ledger'>): Promise<bigint | undefined> {
  // One statement: it sees no entry that was written after its beginning, and the sequence as it is by then or later.
  const { rows } = await sql<{ seq: bigint }>`
    select seq from ledger.entries
    where seq > (select case when is_called then last_value else 0 end from ledger.entry_seq) or seq < 1
    order by seq limit 1`.execute(db)
  return rows[0]?.seq
}
