import type { EngineAccount } from '@evenhand/proofs/contracts/engine/book.ts'
import { sql } from '../../../kernel/db/db.ts'
import type { KnownContracts } from '../account-now.ts'
import { holdBack, type Progress } from './held-accounts.ts'
import { holdTo, type Step } from './hold-step.ts'
import { loadBook } from './load-book.ts'

type Apart = { accounts: readonly string[]; progress: Progress; step: Step }

/** What was held of some accounts: who changed, and the newest tick. */
export type HeldApart = { touched: Set<EngineAccount>; ticksTo: number }

/**
 * Holds a step of the record where it fails for all together: half of the accounts, and halves of a half that fails, each
 * under a savepoint, until the account is alone whose effects cannot be written. That one is held back from here on.
 */
export async function holdApart(deps: KnownContracts, { accounts, progress, step }: Apart): Promise<HeldApart> {
  const [first] = accounts
  if (first === undefined) return { touched: new Set(), ticksTo: progress.ticksTo }
  await sql`savepoint apart`.execute(deps.db)
  try {
    const held = await loadBook(deps, { progress, accounts })
    const touched = await holdTo(deps, held, step)
    await sql`release savepoint apart`.execute(deps.db)
    return { touched, ticksTo: held.ticksTo }
  } catch (cause) {
    await sql`rollback to savepoint apart`.execute(deps.db)
    if (accounts.length > 1) {
      const middle = Math.ceil(accounts.length / 2)
      const halves = [accounts.slice(0, middle), accounts.slice(middle)]
      const all: HeldApart = { touched: new Set(), ticksTo: progress.ticksTo }
      for (const half of halves) {
        const { touched, ticksTo } = await holdApart(deps, { accounts: half, progress, step })
        for (const account of touched) all.touched.add(account)
        all.ticksTo = Math.max(all.ticksTo, ticksTo)
      }
      return all
    }
    await holdBack(deps.db, first, progress)
    deps.log.error({ account: first, cause: String(cause) }, 'contracts of an account cannot be held and are held back')
    return { touched: new Set(), ticksTo: progress.ticksTo }
  }
}
