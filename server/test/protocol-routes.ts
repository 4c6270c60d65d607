import * as accounts from '@evenhand/protocol/accounts.ts'
import * as addresses from '@evenhand/protocol/addresses.ts'
import * as fundPassword from '@evenhand/protocol/fund-password.ts'
import * as fundReset from '@evenhand/protocol/fund-reset.ts'
import * as withdrawals from '@evenhand/protocol/withdrawals.ts'
import * as adjustments from '@evenhand/protocol/adjustments.ts'
import * as assets from '@evenhand/protocol/assets.ts'
import * as books from '@evenhand/protocol/books.ts'
import * as chart from '@evenhand/protocol/chart.ts'
import * as complaints from '@evenhand/protocol/complaints.ts'
import * as content from '@evenhand/protocol/content.ts'
import * as conversion from '@evenhand/protocol/conversion.ts'
import * as deposits from '@evenhand/protocol/deposits.ts'
import * as files from '@evenhand/protocol/files.ts'
import * as identification from '@evenhand/protocol/identification.ts'
import * as interventions from '@evenhand/protocol/interventions.ts'
import * as markets from '@evenhand/protocol/markets.ts'
import * as notices from '@evenhand/protocol/notices.ts'
import * as operatorCustomers from '@evenhand/protocol/operator-customers.ts'
import * as operatorHouse from '@evenhand/protocol/operator-result.ts'
import * as options from '@evenhand/protocol/options.ts'
import * as push from '@evenhand/protocol/push.ts'
import * as restrictions from '@evenhand/protocol/restrictions.ts'
import type { Route } from '@evenhand/protocol/route.ts'
import * as safeguards from '@evenhand/protocol/safeguards.ts'
import * as sandbox from '@evenhand/protocol/sandbox.ts'
import * as secondFactor from '@evenhand/protocol/second-factor.ts'
import * as sessions from '@evenhand/protocol/sessions.ts'
import * as settings from '@evenhand/protocol/settings.ts'
import * as social from '@evenhand/protocol/social.ts'
import * as watchlist from '@evenhand/protocol/watchlist.ts'

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'request' in value
// Calls of the console are served on their own port and have a test of their own.
const isOfCustomers = (value: unknown): value is Route => isRoute(value) && !('roles' in value)

/** Every route the protocol declares, whatever serves it. */
export const allRoutes = (): Route[] =>
  [
    accounts,
    adjustments,
    assets,
    addresses,
    fundPassword,
    fundReset,
    withdrawals,
    books,
    chart,
    complaints,
    content,
    conversion,
    deposits,
    files,
    identification,
    interventions,
    markets,
    notices,
    operatorCustomers,
    operatorHouse,
    options,
    push,
    restrictions,
    safeguards,
    sandbox,
    secondFactor,
    sessions,
    settings,
    social,
    watchlist,
  ].flatMap((module) => Object.values(module as object).filter(isOfCustomers))
