import type { DomainsOf } from './domains.ts'
import type { Accounts } from '../domains/accounts/index.ts'
import { createBooks, createFigures, type Books } from '../domains/books/index.ts'
import { ownAddresses, type Content } from '../domains/content/index.ts'
import { listedCrypto, type Markets } from '../domains/markets/index.ts'
import { actsAfter, type OperatorsDb } from '../domains/operators/index.ts'
import type { Options } from '../domains/options/index.ts'
import { conversionsAfter, convertedVolume } from '../domains/wallet/index.ts'
import { owned } from '../kernel/db.ts'
import { sumOf } from '../kernel/figure-source.ts'

type Sealed = { markets: Markets; operatorsDb: OperatorsDb; options: Options }

/** The log, and what it seals. */
export function openBooks(
  { pools, clock, log, signing, build, headDirs }: DomainsOf,
  { markets, operatorsDb, options }: Sealed,
): Books {
  return createBooks({
    db: owned<'books'>(pools.api),
    clock,
    log,
    signing,
    build,
    headDirs,
    options,
    markets,
    actsAfter: (asked) => actsAfter(operatorsDb, asked),
    conversionsAfter: (asked) => conversionsAfter(owned<'wallet'>(pools.api), asked),
  })
}

type Counted = { markets: Markets; accounts: Accounts; content: Content; options: Options }

/** What everybody may count: on its own page, and as a public parameter. */
export function openFigures(
  { config, pools, clock, log, signing }: DomainsOf,
  { markets, accounts, content, options }: Counted,
) {
  const figures = createFigures({
    db: owned<'books'>(pools.api),
    clock,
    log,
    signing,
    sources: {
      listedCrypto: listedCrypto({ db: owned<'markets'>(pools.api), instruments: markets.instruments }),
      registeredUsers: accounts.registeredUsers,
      realVolume: sumOf(options.realVolume, convertedVolume(owned<'wallet'>(pools.api))),
      lateReceipts: options.lateReceipts,
      lossRate: options.lossRate,
    },
  })
  content.offer([
    ['stats', () => figures.stats()],
    ['own_addresses', async () => ownAddresses(config)],
  ])
  return figures
}
