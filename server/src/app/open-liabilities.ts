import { newestSealedEntry } from '../domains/books/index.ts'
import type { Ledger } from '../domains/ledger/index.ts'
import { createLiabilities, type Liabilities } from '../domains/liabilities/index.ts'
import { owned } from '../kernel/db/db.ts'
import type { DomainsParams } from './compose.ts'

/** What is owed to customers, as of the newest entry that the log has sealed. */
export const openLiabilities = (
  { config, pools, clock, signing }: DomainsParams,
  { ledger }: { ledger: Ledger },
): Liabilities =>
  createLiabilities({
    db: owned<'liabilities'>(pools.api),
    clock,
    signing,
    simulated: config.mode === 'sandbox',
    newestSealedEntry: () => newestSealedEntry(owned<'books'>(pools.api)),
    newestAccount: ledger.newestAccount,
    issuedAt: ledger.issuedAt,
  })
