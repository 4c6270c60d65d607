import type { OfficialAddresses } from '@evenhand/protocol/site-params.ts'

export type AddressesParams = {
  publicUrl: string | undefined
  mailFrom: string
  mailReplyTo: string | undefined
}

/** The addresses an installation calls its own: the site, and mail without the name before it. */
export const officialAddresses = ({ publicUrl, mailFrom, mailReplyTo }: AddressesParams): OfficialAddresses => ({
  site: publicUrl ?? null,
  mailsFrom: /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom.trim(),
  repliesTo: mailReplyTo ?? null,
})
