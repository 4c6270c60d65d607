import { owned } from '../../kernel/db/db.ts'
import type { Log } from '../../kernel/log.ts'
import type { Module, ModuleDeps } from '../../kernel/module/module.ts'
import type { Causes } from './audit-causes.ts'
import type { Ledger } from './index.ts'
import { ledgerConsole } from './ledger.console.ts'
import { ledgerVerification } from './ledger-verification.ts'
import { ledgerRoutes } from './ledger.routes.ts'
import { ledgerExport } from './personal-data.ts'

/** The books as they are served, shown to operators, exported to their owners and watched. */
export const ledgerModule = (
  ledger: Ledger,
  { pools, clock, log, operators, simulated, causes }: ModuleDeps & { log: Log; simulated: boolean; causes: Causes },
): Module => ({
  name: 'ledger',
  routes: ledgerRoutes({ ledger, clock, simulated }),
  consoleRoutes: ledgerConsole({
    ...operators,
    db: owned<'ledger'>(pools.console),
    verification: ledgerVerification({ db: owned<'ledger'>(pools.console), causes, clock, log }),
  }),
  jobs: ledger.jobs,
  dataExport: ledgerExport(owned<'ledger'>(pools.api)),
  alerts: [
    {
      kinds: ['coverageShort'],
      read: async () =>
        (await ledger.coverage())
          .filter(({ covered }) => !covered)
          .map(({ asset }) => ({ kind: 'coverageShort', subject: asset, count: 1 })),
    },
  ],
})
