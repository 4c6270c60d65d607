import type { EngineAccount } from '@evenhand/proofs/contracts/engine/book.ts'
import { binaryArray } from '../../../kernel/db/binary-array.ts'
import { sql, type Db } from '../../../kernel/db/db.ts'
import { chunksOf } from './account-chunks.ts'
import { accountOfKey } from './account-of-key.ts'
import type { HeldBook } from './load-book.ts'
import { stateOf } from './note-accounts.ts'

/**
 * Reads what each account may trade with and what its orders have set aside, smallest units: new orders, other products and
 * deposits move it. Both come of one moment, since an order that is taken meanwhile moves from one to the other. Those alone
 * that have moved are returned, since nearly all of thousands have not, and those that have ordered since; of an account that is
 * new to the book also what the database holds of its risk; the rest it was given by the book, or has its first values.
 */
export async function readCash(
  db: Db<'contracts'>,
  { book, noted, ordered }: Pick<HeldBook, 'book' | 'noted' | 'ordered'>,
): Promise<void> {
  const byAsset = Map.groupBy(book.accounts.values(), (account) => accountOfKey(account).asset)
  for (const [asset, all] of byAsset)
    for (const accounts of chunksOf(all))
      for (const { account_id, amount, at_risk, held } of await movedOf(db, { asset, accounts, noted, ordered })) {
        const account = book.accounts.get(`${account_id}/${asset}`)
        if (account === undefined) continue
        account.available = amount
        account.held = held
        if (!noted.has(account.key)) noted.set(account.key, { risk: at_risk, state: stateOf(account) })
      }
  ordered.clear()
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
