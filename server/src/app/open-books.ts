import type { DomainsParams } from './compose.ts'
import { allCauses } from './ledger-causes.ts'
import { openMoneyAt } from './money-at.ts'
import { createBooks, type Books } from '../domains/books/index.ts'
import { createContractLog } from '../domains/contracts/index.ts'
import { auditCauses, type Ledger } from '../domains/ledger/index.ts'
import type { Markets } from '../domains/markets/index.ts'
import { auditEntriesAfter, type OperatorsDb } from '../domains/operators/index.ts'
import type { createOrderRecord } from '../domains/options/index.ts'
import { conversionsAfter } from '../domains/conversions/index.ts'
import { auditAuctions, recordsAfter, recordsOfItem } from '../domains/collectibles/index.ts'
import type { Liabilities } from '../domains/liabilities/index.ts'
import { safeguardsAfter } from '../domains/safeguards/index.ts'
import { owned } from '../kernel/db/db.ts'

type Sealed = {
  ledger: Ledger
  liabilities: Liabilities
  markets: Markets
  operatorsDb: OperatorsDb
  orders: ReturnType<typeof createOrderRecord>
}

/** The log, and what it seals. */
export function openBooks(
  { pools, clock, log, signing, build, headDirs }: DomainsParams,
  { ledger, liabilities, markets, operatorsDb, orders }: Sealed,
): Books {
  return createBooks({
    db: owned<'books'>(pools.api),
    clock,
    log,
    signing,
    build,
    headDirs,
    options: orders,
    contracts: createContractLog({ db: owned<'contracts'>(pools.api), ledger, markets }),
    moneyAt: openMoneyAt(pools),
    markets,
    ledger: {
      ...ledger,
      // The console reads what every product keeps, and writes none of it.
      auditCauses: () => auditCauses(owned<'ledger'>(pools.console), allCauses),
    },
    auditEntriesAfter: (requested) => auditEntriesAfter(operatorsDb, requested),
    safeguardsAfter: (requested) => safeguardsAfter(owned<'safeguards'>(pools.api), requested),
    collectibles: {
      recordsAfter: (requested) => recordsAfter(owned<'collectibles'>(pools.api), requested),
      recordsOf: (id) => recordsOfItem(owned<'collectibles'>(pools.api), id),
      differences: () => auditAuctions(owned<'collectibles'>(pools.api)),
    },
    liabilities,
    conversionsAfter: (requested) => conversionsAfter(owned<'conversions'>(pools.api), requested),
  })
}
