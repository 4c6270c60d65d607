import { join } from 'node:path'
import type { Lang } from '@evenhand/protocol/languages.ts'
import type { DomainsOf } from './domains.ts'
import type { Accounts } from '../domains/accounts/index.ts'
import type { Auth } from '../domains/auth/index.ts'
import type { Files } from '../domains/files/index.ts'
import type { Kyc } from '../domains/kyc/index.ts'
import type { Ledger } from '../domains/ledger/index.ts'
import type { Markets } from '../domains/markets/index.ts'
import { noticeWords, type Notices } from '../domains/notices/index.ts'
import { createWithdrawals, usdtEquivalent, type WalletEvent, type Withdrawals } from '../domains/wallet/index.ts'
import { owned } from '../kernel/db.ts'
import { createPasswords } from '../kernel/passwords.ts'
import { openSecret } from '../kernel/secret.ts'

type Of = { ledger: Ledger; markets: Markets; accounts: Accounts; auth: Auth; kyc: Kyc; notices: Notices; files: Files }

function wordsOf(event: WalletEvent, lang: Lang): { subject: string; lead: string } {
  const { subject, lines } = noticeWords(event, lang) ?? { subject: '', lines: [] }
  return { subject, lead: lines.join(' ') }
}

const wholeCoin = 10n ** 8n

/** Money that leaves, given what it needs of the other domains: nothing of limits, pauses, scores or loans is among it. */
export function openWithdrawals(
  { config, pools, clock, log, limits, passwordCost }: DomainsOf,
  { ledger, markets, accounts, auth, kyc, notices, files }: Of,
): Withdrawals {
  const usdtOf = usdtEquivalent({
    clock,
    latest(code) {
      const tick = markets.latest(code)
      const instrument = markets.instrument(code)
      return tick && instrument && { ts: tick.ts, price: tick.price, precision: instrument.precision }
    },
  })
  return createWithdrawals({
    db: owned<'wallet'>(pools.api),
    ledger,
    clock,
    log,
    limits,
    // Six digits are hashed beside sign-ins, not instead of them.
    passwords: createPasswords({ running: 1, waiting: 100, cost: passwordCost }),
    fundPepper: openSecret(join(config.dataDir, 'keys', 'fund-password.key')),
    mustConfirm: auth.mustConfirm,
    mustBeProvedLately: auth.mustBeProvedLately,
    securityChangedAt: auth.securityChangedAt,
    usdtPrices: () => [usdtOf('BTC', wholeCoin) ?? null, usdtOf('ETH', wholeCoin) ?? null],
    files,
    identityOf: kyc.standing,
    birthDateOf: async (id) => (await kyc.standing(id)).birthDate,
    tiersOf: async (ids) => new Map((await accounts.findMany(ids)).map(({ id, tier }) => [id, tier])),
    accountOf: async (id) => (await accounts.find(id))?.accountId,
    tell: notices.tell,
    tellWith: notices.tellWith,
    warn: (event, call) => auth.warn({ what: event.template, said: (lang) => wordsOf(event, lang) }, call),
    moved: ({ accountId }) => notices.say([{ what: 'balances', accountId, mode: 'real' }]),
  })
}
