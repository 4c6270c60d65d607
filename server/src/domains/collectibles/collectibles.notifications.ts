import type { NotificationSpecs } from '../../kernel/module/notification.ts'

const ofTrade = {
  category: 'TRADE',
  purpose: 'service',
  mail: 'always',
  link: (params: Readonly<Record<string, string | number | undefined>>) => `/nfts?id=${params['nftId']}`,
} as const

/** Notices of auctions and purchases, and of a charity that was paid. */
export const collectibleNotifications = {
  'nft.outbid': ofTrade,
  'nft.won': ofTrade,
  'nft.void': ofTrade,
  'nft.delivered': ofTrade,
  'nft.refused': ofTrade,
  'nft.sold': ofTrade,
  'nft.bought': ofTrade,
  'charity.paid': { category: 'ACCOUNT', purpose: 'service', mail: 'chosen', link: () => '/nfts' },
} satisfies NotificationSpecs
