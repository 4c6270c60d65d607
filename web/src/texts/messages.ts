import type { Lang } from '@evenhand/protocol/languages.ts'
import type finding from '@evenhand/protocol/texts/zh/finding.json'
import type notice from '@evenhand/protocol/texts/zh/notice.json'
import type amount from './zh/amount.json'
import type alerts from './zh/alerts.json'
import type auth from './zh/auth.json'
import type capabilities from './zh/capabilities.json'
import type chart from './zh/chart.json'
import type chat from './zh/chat.json'
import type codes from './zh/codes.json'
import type collectibles from './zh/collectibles.json'
import type common from './zh/common.json'
import type complaints from './zh/complaints.json'
import type contracts from './zh/contracts.json'
import type convert from './zh/convert.json'
import type content from './zh/content.json'
import type funds from './zh/funds.json'
import type fees from './zh/fees.json'
import type help from './zh/help.json'
import type home from './zh/home.json'
import type identity from './zh/identity.json'
import type instrument from './zh/instrument.json'
import type invites from './zh/invites.json'
import type loans from './zh/loans.json'
import type market from './zh/market.json'
import type notices from './zh/notices.json'
import type onboarding from './zh/onboarding.json'
import type orders from './zh/orders.json'
import type phone from './zh/phone.json'
import type plans from './zh/plans.json'
import type profile from './zh/profile.json'
import type risk from './zh/risk.json'
import type running from './zh/running.json'
import type safeguards from './zh/safeguards.json'
import type security from './zh/security.json'
import type trade from './zh/trade.json'
import type transparency from './zh/transparency.json'
import type upload from './zh/upload.json'
import type verify from './zh/verify.json'
import type watchlist from './zh/watchlist.json'
import type withdraw from './zh/withdraw.json'

/** zh is the source of the types: a key that is not there does not compile. */
declare module 'use-intl' {
  interface AppConfig {
    Locale: string
    Messages: {
      common: typeof common
      alerts: typeof alerts
      amount: typeof amount
      capabilities: typeof capabilities
      chart: typeof chart
      chat: typeof chat
      codes: typeof codes
      collectibles: typeof collectibles
      complaints: typeof complaints
      fees: typeof fees
      finding: typeof finding
      funds: typeof funds
      help: typeof help
      home: typeof home
      identity: typeof identity
      loans: typeof loans
      market: typeof market
      instrument: typeof instrument
      notice: typeof notice
      notices: typeof notices
      onboarding: typeof onboarding
      orders: typeof orders
      auth: typeof auth
      phone: typeof phone
      invites: typeof invites
      plans: typeof plans
      profile: typeof profile
      content: typeof content
      contracts: typeof contracts
      convert: typeof convert
      risk: typeof risk
      running: typeof running
      safeguards: typeof safeguards
      security: typeof security
      trade: typeof trade
      transparency: typeof transparency
      upload: typeof upload
      verify: typeof verify
      watchlist: typeof watchlist
      withdraw: typeof withdraw
    }
  }
}

export type TextLang = Lang
