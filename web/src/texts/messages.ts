import type { Lang } from '@evenhand/protocol/languages.ts'
import type auth from './zh/auth.json'
import type chart from './zh/chart.json'
import type codes from './zh/codes.json'
import type common from './zh/common.json'
import type content from './zh/content.json'
import type home from './zh/home.json'
import type instrument from './zh/instrument.json'
import type market from './zh/market.json'
import type orders from './zh/orders.json'
import type profile from './zh/profile.json'
import type safeguards from './zh/safeguards.json'
import type security from './zh/security.json'
import type transparency from './zh/transparency.json'

/** zh is the source of the types: a key that is not there does not compile. */
declare module 'use-intl' {
  interface AppConfig {
    Locale: string
    Messages: {
      common: typeof common
      chart: typeof chart
      codes: typeof codes
      home: typeof home
      market: typeof market
      instrument: typeof instrument
      orders: typeof orders
      auth: typeof auth
      profile: typeof profile
      content: typeof content
      safeguards: typeof safeguards
      security: typeof security
      transparency: typeof transparency
    }
  }
}

export type TextLang = Lang
