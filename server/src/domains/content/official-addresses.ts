import type { OwnAddresses } from '@evenhand/protocol/content.ts'

export type AddressesOf = {
  publicUrl: string | undefined
  mailFrom: string
  mailReplyTo: string | undefined
}

/** The addresses an installation calls its own: the site, and mail without the name before it. */
export const ownAddresses = ({ publicUrl, mailFrom, mailReplyTo }: AddressesOf): OwnAddresses => ({
  site: publicUrl ?? null,
  mailsFrom: /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom.trim(),
  repliesTo: mailReplyTo ?? null,
})
