import type { EngineAccount } from '@evenhand/proofs/contracts/engine/book.ts'
import { sql } from '../../../kernel/db/db.ts'
import type { KnownContracts } from '../account-now.ts'
import { holdBack } from './held-accounts.ts'
import { holdTo, type Step } from './hold-step.ts'
import { loadBook } from './load-book.ts'

type Apart = { accounts: readonly string[]; doneTo: number; step: Step }

/**
 * Holds a step of the record where it fails for all together: half of the accounts, and halves of a half that fails, each
 * under a savepoint, until the account is alone whose effects cannot be written. That one is held back from here on.
 */
export async function holdApart(deps: KnownContracts, { accounts, doneTo, step }: Apart): Promise<Set<EngineAccount>> {
  const [first] = accounts
  if (first === undefined) return new Set()
  await sql`savepoint apart`.execute(deps.db)
  try {
    const touched = await holdTo(deps, await loadBook(deps, { doneTo, accounts }), step)
    await sql`release savepoint apart`.execute(deps.db)
    return touched
  } catch (cause) {
    await sql`rollback to savepoint apart`.execute(deps.db)
    if (accounts.length > 1) {
      const middle = Math.ceil(accounts.length / 2)
      const halves = [accounts.slice(0, middle), accounts.slice(middle)]
      const touched = new Set<EngineAccount>()
      for (const half of halves)
        for (const account of await holdApart(deps, { accounts: half, doneTo, step })) touched.add(account)
      return touched
    }
    await holdBack(deps.db, first, doneTo)
    deps.log.error({ account: first, cause: String(cause) }, 'contracts of an account cannot be held and are held back')
    return new Set()
  }
}
