import type { EngineAccount } from '@evenhand/proofs/contracts/engine/book.ts'
import { binaryArray } from '../../../kernel/db/binary-array.ts'
import { sql, type Db } from '../../../kernel/db/db.ts'
import { chunksOf } from './account-chunks.ts'
import { accountOfKey } from './account-of-key.ts'
import type { HeldBook } from './load-book.ts'
import { stateOf } from './note-accounts.ts'

/**
 * Reads what each account may trade with and what its orders have set aside, smallest units: new orders, other products and
 * deposits move it. Both come of one moment, since an order that is taken meanwhile moves from one to the other. Of thousands
 * those alone are read whose balance was changed since, or that have ordered; of an account that is new to the book also what the
 * database holds of its risk; the rest it was given by the book, or has its first values.
 */
export async function readCash(db: Db<'contracts'>, held: HeldBook): Promise<void> {
  const { book, noted, ordered } = held
  // Before the balances: what changes while they are read is among the changes of the next time.
  const changes = await changedSince(db, held.changesFrom)
  held.changesFrom = changes.upto
  const due = changes.keys === null ? book.accounts.values() : accountsOf(held, changes.keys)
  const byAsset = Map.groupBy(due, (account) => accountOfKey(account).asset)
  for (const [asset, all] of byAsset)
    for (const accounts of chunksOf(all))
      for (const moved of await movedOf(db, { asset, accounts, noted, ordered })) {
        const account = book.accounts.get(`${moved.account_id}/${asset}`)
        if (account === undefined) continue
        account.available = moved.amount
        account.held = moved.held
        if (!noted.has(account.key)) noted.set(account.key, { risk: moved.at_risk, state: stateOf(account) })
      }
  ordered.clear()
}

/** The accounts of the book among those that have changed, and those that have ordered: a new one comes with its order. */
function accountsOf({ book, ordered }: HeldBook, changed: readonly string[]): Set<EngineAccount> {
  const accounts = new Set(ordered)
  for (const key of changed) {
    const account = book.accounts.get(key)
    if (account !== undefined) accounts.add(account)
  }
  return accounts
}

/** The keys of accounts whose balances have changed, or null where all are to be read, and from where to go on. */
async function changedSince(
  db: Db<'contracts'>,
  since: string | null,
): Promise<{ upto: string; keys: readonly string[] | null }> {
  const { rows } = await sql<{ upto: string; keys: string | null }>`
    select upto, keys from contracts.changed_since(${since}::xid8)`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('contracts.changed_since returns one row')
  return { upto: row.upto, keys: row.keys?.split(' ') ?? null }
}

type Read = {
  asset: number
  accounts: readonly EngineAccount[]
  noted: HeldBook['noted']
  ordered: ReadonlySet<EngineAccount>
}

async function movedOf(db: Db<'contracts'>, { asset, accounts, noted, ordered }: Read) {
  const ids = binaryArray.bigint(accounts.map((account) => accountOfKey(account).id))
  const isKnown = (account: EngineAccount): boolean => noted.has(account.key) && !ordered.has(account)
  const known = binaryArray.bigint(accounts.map((account) => (isKnown(account) ? account.available : null)))
  const { rows } = await sql<{ account_id: bigint; amount: bigint; at_risk: bigint; held: bigint }>`
    select account_id, amount, at_risk, held
    from contracts.cash_moved(${asset}::smallint, ${ids}::bigint[], ${known}::bigint[])`.execute(db)
  return rows
}
