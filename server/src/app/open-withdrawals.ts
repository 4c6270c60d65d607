import { join } from 'node:path'
import type { DomainsParams } from './compose.ts'
import { mustNotBeHeld } from './policies.ts'
import type { Accounts } from '../domains/accounts/index.ts'
import { createAddresses, type Addresses } from '../domains/addresses/index.ts'
import { createFundPasswords, type Auth, type FundPasswords } from '../domains/auth/index.ts'
import { addressOn } from '../domains/chain/index.ts'
import type { Files } from '../domains/files/index.ts'
import type { Kyc } from '../domains/kyc/index.ts'
import type { Ledger } from '../domains/ledger/index.ts'
import { usdtEquivalent, type Markets } from '../domains/markets/index.ts'
import type { Notices } from '../domains/notices/index.ts'
import { createWithdrawals, wasPaidTo, type Withdrawals } from '../domains/withdrawals/index.ts'
import { owned } from '../kernel/db/db.ts'
import { createPasswords } from '../kernel/crypto/passwords.ts'
import { openSecret } from '../kernel/crypto/secret.ts'

type Params = {
  ledger: Ledger
  markets: Markets
  accounts: Accounts
  auth: Auth
  kyc: Kyc
  notices: Notices
  files: Files
}

/** The credential that guards addresses and withdrawals, and where a lost one is requested anew. */
function openFundPasswords(
  { config, pools, clock, passwordCost }: DomainsParams,
  { auth, kyc, notices, files }: Params,
): FundPasswords {
  return createFundPasswords({
    db: owned<'auth'>(pools.api),
    clock,
    // Six digits are hashed beside sign-ins, not instead of them.
    passwords: createPasswords({ running: 1, waiting: 100, cost: passwordCost }),
    fundPepper: openSecret(join(config.dataDir, 'keys', 'fund-password.key')),
    requireStepUp: auth.requireStepUp,
    securityChangedAt: auth.securityChangedAt,
    files,
    identityOf: kyc.kycStatus,
    picturesOfIdentifications: kyc.shownPictures,
    identityRefusal: kyc.refusal,
    birthDateOf: async (id) => (await kyc.kycStatus(id)).birthDate,
    enqueueNotices: notices.enqueueNotices,
    warn: auth.warn,
  })
}

const wholeCoin = 10n ** 8n

/** Money that leaves, given what it needs of the other domains: nothing of limits, pauses, scores or loans is among it. */
export function openWithdrawals(
  params: DomainsParams,
  others: Params,
): { fundPasswords: FundPasswords; addresses: Addresses; withdrawals: Withdrawals } {
  const { pools, clock, limits } = params
  const { ledger, markets, accounts, auth, notices } = others
  const fundPasswords = openFundPasswords(params, others)
  const withdrawalsDb = owned<'withdrawals'>(pools.api)
  const addresses = createAddresses({
    db: owned<'addresses'>(pools.api),
    clock,
    addressOn,
    wasPaidTo: (address) => wasPaidTo(withdrawalsDb, address),
    protectionChangedAt: fundPasswords.protectionChangedAt,
    mustKnowFundPassword: fundPasswords.mustKnow,
    requireStepUp: auth.requireStepUp,
    requireRecentAuth: auth.requireRecentAuth,
    accountsOf: async (ids) => new Map((await accounts.findMany(ids)).map(({ id, accountId }) => [id, accountId])),
    enqueueNotices: notices.enqueueNotices,
    warn: auth.warn,
  })
  const usdtOf = usdtEquivalent({ clock, markets })
  const withdrawals = createWithdrawals({
    db: withdrawalsDb,
    ledger,
    clock,
    limits,
    addresses,
    protectionChangedAt: fundPasswords.protectionChangedAt,
    mustKnowFundPassword: fundPasswords.mustKnow,
    requireStepUp: auth.requireStepUp,
    usdtPrices: () => [usdtOf('BTC', wholeCoin) ?? null, usdtOf('ETH', wholeCoin) ?? null],
    tiersOf: async (ids) => new Map((await accounts.findMany(ids)).map(({ id, tier }) => [id, tier])),
    mustNotBeHeld: mustNotBeHeld(accounts.find),
  })
  return { fundPasswords, addresses, withdrawals }
}
