import { fileTypes, maxFileBytes } from '@evenhand/protocol/files.ts'
import type { CustomerDomains, DomainsOf } from './domains.ts'
import type { Accounts } from '../domains/accounts/index.ts'
import type { Content } from '../domains/content/index.ts'
import type { Files } from '../domains/files/index.ts'
import type { Ledger } from '../domains/ledger/index.ts'
import type { Markets } from '../domains/markets/index.ts'
import type { Notices } from '../domains/notices/index.ts'
import type { OwnSafeguards } from '../domains/safeguards/index.ts'
import {
  createConversions,
  createWallet,
  openSandboxInventory,
  chainGauges,
  openChains,
  startWatching,
  usdtEquivalent,
  withdrawalMethods,
  type DepositsConsoleDeps,
  type UsdtEquivalent,
} from '../domains/wallet/index.ts'
import { owned, type Db } from '../kernel/db.ts'
import type { Job } from '../kernel/jobs.ts'
import type { OperatorDeps } from '../kernel/operator-call.ts'
import { screenBy } from '../payout/sanctions.ts'

type Around = {
  ledger: Ledger
  markets: Markets
  content: Content
  files: Files
  notices: Notices
  accounts: Accounts
  ownSafeguards: OwnSafeguards
}

/** What coins come to in USDT by the last recorded prices. */
export const usdtBy = ({ clock }: Pick<DomainsOf, 'clock'>, markets: Markets): UsdtEquivalent =>
  usdtEquivalent({
    clock,
    latest(code) {
      const tick = markets.latest(code)
      const precision = markets.instrument(code)?.precision
      return tick === undefined || precision === undefined ? undefined : { ts: tick.ts, price: tick.price, precision }
    },
  })

/** Senders are looked for on the list that payouts are held against. */
const screenOf = ({ config: { sanctionsFile: file }, clock, log }: DomainsOf) =>
  file === undefined ? undefined : screenBy({ file, clock, log })

/** Hours within which a person looks at an identity. */
const identityHours = 48

/** Coins in and out, over what they stand on, with the public parameters of their screens. */
export function openWallet(of: DomainsOf, { ledger, markets, content, files, notices, ownSafeguards }: Around) {
  const { config, pools, clock, log, limits } = of
  const { addresses, watched } = openChains(config.chains)
  const { gauges, looked } = chainGauges(clock)
  const moved = (accountId: bigint): void => notices.say([{ what: 'balances', accountId, mode: 'real' }])
  const wallet = createWallet({
    deposits: {
      db: owned<'wallet'>(pools.api),
      clock,
      log,
      limits,
      ledger,
      usdtOf: usdtBy(of, markets),
      mayDeposit: ownSafeguards.mayDeposit,
      mustOwnProof: ({ customerId, fileId }) => files.mustOwn(customerId, fileId, 'deposit'),
      addresses,
      sandbox: config.mode === 'sandbox',
      tell: notices.tell,
      moved,
    },
  })
  content.offer([
    ['withdraw_account', async () => withdrawalMethods()],
    ...wallet.deposits.parameters(),
    ['kyc_sla_hours', async () => identityHours],
    ['image_limits', async () => ({ maxBytes: maxFileBytes, types: fileTypes })],
  ])
  const conversions = createConversions({
    db: owned<'wallet'>(pools.api),
    clock,
    installation: config.mode,
    limits,
    ledger,
    markets,
    mayConvert: ownSafeguards.mayConvert,
    moved,
    tellDone({ accountId, id, from, to, amount, received }) {
      const params = { conversionId: id, coin: from, amount, received: `${received} ${to}` }
      notices.tell([{ accountId, template: 'conversion.done', params, ref: `conversion.done ${id}` }])
    },
  })
  return {
    ...wallet,
    conversions,
    assets: { db: owned<'wallet'>(pools.api), clock, ledger, usdtOf: usdtBy(of, markets) },
    /** Fills the conversion inventory of a sandbox as the owner of the tables, once. */
    openInventory: (owner: Db<'wallet'>) => openSandboxInventory({ db: owner, clock, ledger }),
    gauges,
    /** Begins to look at the chains that are watched. */
    watchChains: (): Promise<Job> =>
      startWatching(
        {
          db: owned<'wallet'>(pools.chain),
          clock,
          log,
          usdtOf: usdtBy(of, markets),
          screen: screenOf(of),
          tell: notices.tell,
          moved,
          looked,
        },
        watched,
      ),
  }
}

export type OpenedWallet = ReturnType<typeof openWallet>

/** What operators' part of deposits is given. */
export function depositsConsoleDeps(
  of: DomainsOf,
  { markets, accounts, notices, files }: Pick<CustomerDomains, 'markets' | 'accounts' | 'notices' | 'files'>,
  operators: OperatorDeps,
): DepositsConsoleDeps {
  return {
    db: owned<'wallet'>(of.pools.console),
    clock: of.clock,
    operators,
    usdtOf: usdtBy(of, markets),
    screen: screenOf(of),
    openPicture: files.open,
    customersById: async (ids) => new Map((await accounts.findMany(ids)).map((customer) => [customer.id, customer])),
    tell: notices.tell,
    moved: (accountId) => notices.say([{ what: 'balances', accountId, mode: 'real' }]),
  }
}
