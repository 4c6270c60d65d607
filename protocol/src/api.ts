import * as accounts from './accounts.ts'
import * as addresses from './addresses.ts'
import * as adjustments from './adjustments.ts'
import * as apiKeys from './api-keys.ts'
import * as assets from './assets.ts'
import * as books from './books.ts'
import * as charities from './charities.ts'
import * as chart from './chart.ts'
import * as chat from './chat.ts'
import * as collectibleDelivery from './collectible-delivery.ts'
import * as collectibleFiles from './collectible-files.ts'
import * as collectibleOffers from './collectible-offers.ts'
import * as collectibleResale from './collectible-resale.ts'
import * as collectibleTokens from './collectible-tokens.ts'
import * as collectibles from './collectibles.ts'
import * as complaints from './complaints.ts'
import * as content from './content.ts'
import * as contractParams from './contract-params.ts'
import * as contracts from './contracts.ts'
import * as conversion from './conversion.ts'
import * as creditScore from './credit-score.ts'
import * as deposits from './deposits.ts'
import * as faq from './faq.ts'
import * as files from './files.ts'
import * as fundPassword from './fund-password.ts'
import * as fundReset from './fund-reset.ts'
import * as identification from './identification.ts'
import * as interventions from './interventions.ts'
import * as invites from './invites.ts'
import * as liabilities from './liabilities.ts'
import * as loanCollateral from './loan-collateral.ts'
import * as loans from './loans.ts'
import * as markets from './markets.ts'
import * as money from './money.ts'
import * as notices from './notices.ts'
import { accessLog } from './operator-customers.ts'
import { publicCapabilities, publicParamChanges, publicParams } from './operator-result.ts'
import * as options from './options.ts'
import * as passkeyShapes from './passkey-shapes.ts'
import * as plans from './plans.ts'
import * as publicNotices from './public-notices.ts'
import * as push from './push.ts'
import * as repaymentPlans from './repayment-plans.ts'
import * as restrictions from './restrictions.ts'
import * as safeguards from './safeguards.ts'
import * as sandbox from './sandbox.ts'
import * as secondFactor from './second-factor.ts'
import * as sessions from './sessions.ts'
import * as settings from './settings.ts'
import * as shapes from './shapes.ts'
import * as siteParams from './site-params.ts'
import * as social from './social.ts'
import * as watchlist from './watchlist.ts'
import * as withdrawals from './withdrawals.ts'
import type { Route } from './route.ts'

/**
 * The customers' calls by domain. Documents and clients are derived from it: the name of an exported route is the name of
 * its operation, that of an exported schema the name of its type, and the key here their tag.
 */
export const api = {
  markets: { ...markets, ...chart, ...watchlist },
  options,
  contracts: { ...contracts, ...contractParams },
  plans,
  loans: { ...loans, ...loanCollateral, ...creditScore, ...repaymentPlans },
  collectibles: {
    ...collectibles,
    ...charities,
    ...collectibleFiles,
    ...collectibleTokens,
    ...collectibleDelivery,
    ...collectibleOffers,
    ...collectibleResale,
  },
  funds: { ...assets, ...adjustments, ...money },
  deposits,
  withdrawals,
  addresses,
  conversions: conversion,
  accounts: { ...accounts, ...settings, ...restrictions, accessLog },
  security: { ...sessions, ...secondFactor, ...passkeyShapes, ...social, ...fundPassword, ...fundReset, ...apiKeys },
  identification,
  safeguards,
  invites,
  notices: { ...notices, ...push },
  complaints,
  chat,
  content: { ...content, ...faq, ...publicNotices, ...siteParams },
  files,
  books: { ...books, ...interventions, ...liabilities, publicCapabilities, publicParamChanges, publicParams },
  sandbox,
  shapes,
} as const
export type ApiDomain = keyof typeof api

/** What each domain is for, in a sentence. Those without a call, which lend their types alone, are left out. */
export const aboutDomains: Readonly<Record<Exclude<ApiDomain, 'shapes'>, string>> = {
  markets: 'Instruments, recorded prices, candles, watchlists and what a customer drew on a chart.',
  options: 'Up or down options: terms, purchase with a signed receipt, early sale, results.',
  contracts: 'Leveraged contracts: preview, order, stop loss and take profit, closing, margin.',
  plans: 'Plans that pay a yield a day, and the reserve that covers them.',
  loans: 'Loans: terms, the agreement that is signed, repayment, and the credit score.',
  collectibles: 'Works that are sold for charity, by auction or at a price, and that their owners sell again.',
  funds: 'What the accounts hold.',
  deposits: 'Money in.',
  withdrawals: 'Money out. No API key may call these.',
  addresses: 'The address book of withdrawals. No API key may call these.',
  conversions: 'One coin for another, at a price quoted before.',
  accounts: 'Registration, sign-in, profile, settings, statements and the virtual account.',
  security: 'Sessions, second factors, passwords and who else vouches for a customer.',
  identification: 'Proof of identity.',
  safeguards: "A customer's own limits, time-outs, the quiz and what was acknowledged.",
  invites: 'Invitations and their rewards.',
  notices: 'Notifications, price alerts and pushes.',
  complaints: 'Complaints and their answers.',
  chat: 'Conversations with customer service.',
  content: 'Pages, notices and the parameters that anyone may read.',
  files: 'Pictures that a customer sends.',
  books: 'What anyone may check: keys, ticks, signed heads, reserves, liabilities, figures, interventions.',
  sandbox: 'The clock of an installation that trades no real money.',
}

/** True for an exported value that is a route of customers. */
const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && !('roles' in value)

/** Every call of customers with its domain and its name. */
export const apiCalls = (): { domain: ApiDomain; name: string; route: Route }[] =>
  Object.entries(api).flatMap(([domain, exported]) =>
    Object.entries(exported)
      .filter((entry): entry is [string, Route] => isRoute(entry[1]))
      .map(([name, route]) => ({ domain: domain as ApiDomain, name, route })),
  )
