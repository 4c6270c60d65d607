import { owned } from '../../kernel/db/db.ts'
import type { ReceiptOf } from '../../kernel/module/data-export.ts'
import type { JobSpec, Module, ModuleDeps } from '../../kernel/module/module.ts'
import type { Markets } from '../markets/index.ts'
import { contractsExport } from './contracts.export.ts'
import { contractNotifications } from './contracts.notifications.ts'
import { contractsRoutes } from './contracts.routes.ts'
import { contractCloseOuts, contractSlippage, contractsLossRate } from './contract-figures.ts'
import { contractTimeline } from './contract-timeline.ts'
import { contractSearch } from './find-contracts.ts'
import type { Contracts } from './index.ts'
import type { CustomersOf } from './risk/largest-accounts.ts'
import { notifyContractTerms, type NotifyContractTermsDeps } from './notify-terms.ts'
import type { ContractTermsBook } from './terms-book.ts'
import { tradedVolume } from './traded-volume.ts'

type Deps = Pick<ModuleDeps, 'pools' | 'clock'> & {
  /** Whose some accounts are. */
  customersOf: CustomersOf
  /** The terms in force, as they are decided, with the job that reads them. */
  terms: ContractTermsBook & { job: JobSpec; decided: NotifyContractTermsDeps['decided'] }
  notices: NotifyContractTermsDeps['notices']
  markets: Pick<Markets, 'instrument' | 'instruments' | 'latest'>
  /** The document of a contract, for the export of a customer's data. */
  receiptDocument: ReceiptOf
}

/** Contracts as they are served, exported, counted, and shown to operators. */
export function contractsModule(
  contracts: Contracts,
  { pools, clock, markets, notices, terms, customersOf, receiptDocument }: Deps,
): Module {
  const db = owned<'contracts'>(pools.api)
  const read = owned<'contracts'>(pools.console)
  const codes = new Map(markets.instruments().map(({ id, code }) => [id, code]))
  return {
    name: 'contracts',
    routes: contractsRoutes(contracts),
    consoleRoutes: contracts.consoleRoutes(customersOf),
    jobs: [
      terms.job,
      notifyContractTerms({ clock, notices, db, decided: terms.decided }).job,
      { name: 'notify of expiries', everyMs: 60_000, run: contracts.notifyExpiry, byClock: true },
    ],
    notifications: contractNotifications,
    dataExport: contractsExport(db, receiptDocument),
    names: [{ kinds: /^contract\./, names: contracts.namesOf }],
    timeline: { contract: contractTimeline(read, (id) => codes.get(id) ?? String(id)) },
    search: [contractSearch(read)],
    figures: {
      realVolume: tradedVolume(db),
      contractsLossRate: contractsLossRate(db, { markets, terms }),
      contractSlippage: contractSlippage(db),
      contractCloseOuts: contractCloseOuts(db),
    },
    start: contracts.start,
    stop: contracts.stop,
  }
}
