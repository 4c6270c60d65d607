import type { CustomerDomains, DomainsOf } from './domains.ts'
import { accountsRoutes, profileRoutes } from '../domains/accounts/index.ts'
import { authRoutes } from '../domains/auth/index.ts'
import { booksRoutes, figuresRoutes } from '../domains/books/index.ts'
import { complaintsRoutes } from '../domains/complaints/index.ts'
import { contentRoutes } from '../domains/content/index.ts'
import { filesRoutes } from '../domains/files/index.ts'
import { kycRoutes } from '../domains/kyc/index.ts'
import { ledgerRoutes } from '../domains/ledger/index.ts'
import { marketsRoutes } from '../domains/markets/index.ts'
import { noticesRoutes } from '../domains/notices/index.ts'
import { optionsRoutes } from '../domains/options/index.ts'
import { safeguardsRoutes } from '../domains/safeguards/index.ts'
import { assetsRoutes, conversionsRoutes, depositsRoutes, withdrawalsRoutes } from '../domains/wallet/index.ts'
import { owned } from '../kernel/db.ts'
import type { Mounted } from '../kernel/http.ts'
import { publicWaits } from './public-waits.ts'
import { sandboxRoutes } from '../sandbox/sandbox.routes.ts'

/** Every call of the customers' server, by domain; what operators let the public know is added where they are opened. */
export function customerRoutes(of: DomainsOf, domains: CustomerDomains): Mounted[] {
  const { markets, options } = domains
  const clockRoutes =
    of.movable === undefined
      ? []
      : sandboxRoutes({
          db: owned<'sandbox'>(of.pools.api),
          clock: of.movable,
          async recordSecond() {
            await markets.turn()
            await markets.compacted()
          },
          settle: options.settleNow,
          dueUntil: options.dueUntil,
        })
  return [
    ...marketsRoutes(domains.markets),
    ...contentRoutes(domains.content),
    ...authRoutes(domains.auth),
    ...accountsRoutes(domains.accounts),
    ...profileRoutes(domains.profile),
    ...optionsRoutes(domains.options),
    ...safeguardsRoutes(domains.ownSafeguards),
    ...noticesRoutes(domains.notices),
    ...booksRoutes(domains.books),
    ...figuresRoutes(domains.figures),
    ...publicWaits(of),
    ...ledgerRoutes({ ledger: domains.ledger, clock: of.clock, simulated: of.config.mode === 'sandbox' }),
    ...filesRoutes(domains.files),
    ...kycRoutes(domains.kyc),
    ...withdrawalsRoutes(domains.withdrawals),
    ...depositsRoutes(domains.wallet.deposits),
    ...conversionsRoutes(domains.wallet.conversions),
    ...assetsRoutes(domains.wallet.assets),
    ...complaintsRoutes(domains.complaints),
    ...clockRoutes,
  ]
}
