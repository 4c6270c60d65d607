import * as accounts from '@evenhand/protocol/accounts.ts'
import * as books from '@evenhand/protocol/books.ts'
import * as chart from '@evenhand/protocol/chart.ts'
import * as content from '@evenhand/protocol/content.ts'
import * as markets from '@evenhand/protocol/markets.ts'
import * as notices from '@evenhand/protocol/notices.ts'
import * as options from '@evenhand/protocol/options.ts'
import type { Route } from '@evenhand/protocol/route.ts'
import * as safeguards from '@evenhand/protocol/safeguards.ts'
import * as sandbox from '@evenhand/protocol/sandbox.ts'
import * as secondFactor from '@evenhand/protocol/second-factor.ts'
import * as sessions from '@evenhand/protocol/sessions.ts'
import * as settings from '@evenhand/protocol/settings.ts'
import * as social from '@evenhand/protocol/social.ts'
import * as watchlist from '@evenhand/protocol/watchlist.ts'

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'ask' in value

/** Every route the protocol declares, whatever serves it. */
export const allRoutes = (): Route[] =>
  [
    accounts,
    books,
    chart,
    content,
    markets,
    notices,
    options,
    safeguards,
    sandbox,
    secondFactor,
    sessions,
    settings,
    social,
    watchlist,
  ].flatMap((module) => Object.values(module as object).filter(isRoute))
