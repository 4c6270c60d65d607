import { join } from 'node:path'
import { methodOf } from '@evenhand/protocol/funds.ts'
import type { DomainsParams } from './compose.ts'
import { mayBorrow, mustNotBeHeld } from './policies.ts'
import type { Accounts } from '../domains/accounts/index.ts'
import { addressOn, openTokenMinter, screenBy } from '../domains/chain/index.ts'
import { createCollectibles, type Collectibles, type Tokens } from '../domains/collectibles/index.ts'
import type { Kyc } from '../domains/kyc/index.ts'
import type { Ledger } from '../domains/ledger/index.ts'
import type { Notices } from '../domains/notices/index.ts'
import type { CustomerSafeguards } from '../domains/safeguards/index.ts'
import { SetupError } from '../kernel/config/config.ts'
import { openSecret } from '../kernel/crypto/secret.ts'
import { owned } from '../kernel/db/db.ts'

type Around = {
  ledger: Ledger
  accounts: Accounts
  kyc: Kyc
  notices: Notices
  customerSafeguards: CustomerSafeguards
  restricted: { restrictionOf: Parameters<typeof mayBorrow>[0]['restrictionOf'] }
}

/** The chain that works are delivered on, where the settings name one and a contract on it. */
function tokensOf({ config, pools, clock, log }: DomainsParams): Tokens | undefined {
  const settings = config.chains.collectibles
  if (settings?.contract === undefined) return undefined
  const { name, node: url, chainId } = settings
  const contract = addressOn('Ethereum', settings.contract)
  if (contract === undefined)
    throw new SetupError(
      `CHAINS_FILE has a contract of collectibles that is no address: check it, character by character.`,
    )
  const key = () => openSecret(join(config.dataDir, 'keys', 'collectibles.key'))
  const confirmations = methodOf('ETH', 'Ethereum')?.confirmations ?? 12
  return {
    name,
    isSandbox: config.mode === 'sandbox',
    contract,
    addressOn: (text) => addressOn('Ethereum', text),
    screen: config.sanctionsFile === undefined ? undefined : screenBy({ file: config.sanctionsFile, clock, log }),
    db: owned<'collectibles'>(pools.chain),
    open: () => openTokenMinter({ url, chainId, contract, key: key(), confirmations }),
  }
}

/** Charity collectibles, over what they stand on. */
export const openCollectibles = (
  params: DomainsParams,
  { ledger, accounts, kyc, notices, customerSafeguards, restricted }: Around,
): Collectibles => {
  const { config, pools, clock, log, limits, signing } = params
  return createCollectibles({
    db: owned<'collectibles'>(pools.api),
    clock,
    log,
    limits,
    signer: signing,
    ledger,
    mayBid: mayBorrow({
      find: accounts.find,
      restrictionOf: restricted.restrictionOf,
      safeguards: customerSafeguards.mayBid,
    }),
    identityRefusal: kyc.refusal,
    moved: (accountIds) =>
      notices.publish(accountIds.map((accountId) => ({ what: 'balances', accountId, mode: 'real' }))),
    changed: (id) => notices.publish([{ what: 'collectible', id }]),
    usernameOf: async (accountId) => (await accounts.findByAccountIds([accountId]))[0]?.username ?? '',
    mayLeave: mustNotBeHeld(accounts.find),
    publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
    tokens: tokensOf(params),
    enqueueNotices: notices.enqueueNotices,
  })
}
