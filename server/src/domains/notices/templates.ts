import type { NoticeCategory, NoticeTemplate } from '@evenhand/protocol/notices.ts'

/** Why a customer is told. There is no purpose of selling: no notice urges to trade, to pay in or to come back. */
export type Purpose = 'service' | 'security' | 'legal' | 'alert-by-user'
export type Params = Readonly<Record<string, string | number>>

export type Template = {
  readonly category: NoticeCategory
  readonly purpose: Purpose
  /**
   * `always`: mailed whatever the customer chose · `chosen`: where the customer chose mails of its category ·
   * `elsewhere`: whoever hands it over mails it, with what only they may write.
   */
  readonly mail: 'always' | 'chosen' | 'elsewhere'
  /** The path of the product that it leads to. */
  readonly link: (params: Params) => string
}

const toSettings = (): string => '/profile/settings'
const toOrders = (): string => '/profile/orders'

/** Every notice there is. */
export const templates: Readonly<Record<NoticeTemplate, Template>> = {
  welcome: { category: 'ACCOUNT', purpose: 'service', mail: 'elsewhere', link: () => '/profile' },
  'login.new_device': { category: 'SECURITY', purpose: 'security', mail: 'elsewhere', link: toSettings },
  'password.changed': { category: 'SECURITY', purpose: 'security', mail: 'elsewhere', link: toSettings },
  'twofa.changed': { category: 'SECURITY', purpose: 'security', mail: 'elsewhere', link: toSettings },
  'option.result': { category: 'TRADE', purpose: 'service', mail: 'chosen', link: toOrders },
  'option.void': { category: 'TRADE', purpose: 'service', mail: 'always', link: toOrders },
  'alert.price': {
    category: 'ALERT',
    purpose: 'alert-by-user',
    mail: 'chosen',
    link: ({ code = '' }) => `/cruuency?code=${encodeURIComponent(code)}`,
  },
}
