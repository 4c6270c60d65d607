import type { Domains, DomainsParams } from './compose.ts'
import { chainGauges, openChains, screenBy, startWatching } from '../domains/chain/index.ts'
import {
  createArrivals,
  createDeposits,
  type DepositsConsoleDeps,
  type DepositsDeps,
} from '../domains/deposits/index.ts'
import type { Files } from '../domains/files/index.ts'
import type { Ledger } from '../domains/ledger/index.ts'
import { usdtEquivalent, type Markets } from '../domains/markets/index.ts'
import type { Notices } from '../domains/notices/index.ts'
import type { CustomerSafeguards } from '../domains/safeguards/index.ts'
import { owned } from '../kernel/db/db.ts'
import type { Job } from '../kernel/jobs/jobs.ts'

type Around = {
  ledger: Ledger
  markets: Markets
  files: Files
  notices: Notices
  customerSafeguards: CustomerSafeguards
}

/** Senders are searched for on the list that payouts are compared with. */
const screenOf = ({ config: { sanctionsFile: file }, clock, log }: DomainsParams) =>
  file === undefined ? undefined : screenBy({ file, clock, log })

/** Notifies customers of deposits, and their open pages of balances that moved. */
const notifyBy = (notices: Notices): Pick<DepositsDeps, 'enqueueNotices' | 'moved'> => ({
  enqueueNotices: notices.enqueueNotices,
  moved: (accountId) => notices.publish([{ what: 'balances', accountId, mode: 'real' }]),
})

/** Coins that come in, and the chains on which they are seen. */
export function openDeposits(params: DomainsParams, { ledger, markets, files, notices, customerSafeguards }: Around) {
  const { config, pools, clock, log, limits } = params
  const { addresses, watched } = openChains(config.chains)
  const { gauges, onRound } = chainGauges(clock)
  const usdtOf = usdtEquivalent({ clock, markets })
  const deposits = createDeposits({
    db: owned<'deposits'>(pools.api),
    clock,
    log,
    limits,
    ledger,
    usdtOf,
    mayDeposit: customerSafeguards.mayDeposit,
    mustOwnProof: ({ customerId, fileId }) => files.mustOwn(customerId, fileId, 'deposit'),
    addresses,
    sandbox: config.mode === 'sandbox',
    ...notifyBy(notices),
  })
  const chainDb = pools.chain
  const transfers = createArrivals({
    db: owned<'deposits'>(chainDb),
    clock,
    log,
    usdtOf,
    screen: screenOf(params),
    ...notifyBy(notices),
  })
  const chain = {
    gauges,
    /** Begins to poll the chains that are watched. */
    watch: (): Promise<Job> => startWatching({ db: owned<'chain'>(chainDb), clock, log, transfers, onRound }, watched),
  }
  return { deposits, chain }
}

/** What operators' part of deposits is given. */
export function depositsConsoleDeps(
  params: DomainsParams,
  { markets, accounts, notices, files, operators }: Domains,
): Omit<DepositsConsoleDeps, 'db'> {
  const { clock } = params
  return {
    clock,
    operators: operators.forParts,
    usdtOf: usdtEquivalent({ clock, markets }),
    screen: screenOf(params),
    openPicture: files.open,
    customersById: async (ids) => new Map((await accounts.findMany(ids)).map((customer) => [customer.id, customer])),
    ...notifyBy(notices),
  }
}
