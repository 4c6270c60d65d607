import type { NoticeCategory } from '@evenhand/protocol/notices.ts'

/** What the text of a notice is made of. */
export type NotificationParams = Readonly<Record<string, string | number | undefined>>

/** Why a customer is notified: what is about the safety of an account cannot be muted, and nothing else takes that right. */
type Reason =
  | { readonly category: 'SECURITY'; readonly purpose: 'security' }
  | {
      readonly category: Exclude<NoticeCategory, 'SECURITY'>
      /** There is no purpose of selling: no notice urges to trade, to pay in or to come back. */
      readonly purpose: 'service' | 'legal' | 'alert-by-user'
    }

/** How the notices of one template reach their customer. */
export type NotificationSpec = Reason & {
  /**
   * `always`: mailed whatever the customer chose · `chosen`: where the customer chose mails of its category ·
   * `elsewhere`: the domain that publishes it mails it, with what only that may write.
   */
  readonly mail: 'always' | 'chosen' | 'elsewhere'
  /** Which of a template are of the category RISK, although the others are not. */
  readonly riskIf?: (params: NotificationParams) => boolean
  /** Whom it is mailed to although they did not choose it. */
  readonly mailedIf?: (params: NotificationParams) => boolean
  /** Mailed to customers who closed the account as well: they have no other place to read it. */
  readonly toWhoLeft?: true
  /** The path of the product that it leads to. */
  readonly link: (params: NotificationParams) => string
}

/** The notices that a module publishes, by template. The params of each are `noticeParams` of the protocol. */
export type NotificationSpecs = Readonly<Record<string, NotificationSpec>>

/**
 * A notice about the safety of an account, which leads to a path of the product. Its domain mails it, with the link that
 * freezes the account, unless `mail` is set otherwise.
 */
export const securityNotification = (path: string, mail: NotificationSpec['mail'] = 'elsewhere') =>
  ({ category: 'SECURITY', purpose: 'security', mail, link: () => path }) satisfies NotificationSpec
