import { readFileSync } from 'node:fs'
import type { Lang } from '@evenhand/protocol/languages.ts'
import type { SocialProvider } from '@evenhand/protocol/social.ts'
import { credentialMail, type Draft, type FreezeLink } from '../mail-templates.ts'

type Words = { subject: string; lead: string }
type Change = 'linked' | 'unlinked'

const words = JSON.parse(readFileSync(new URL('./linked-mail.json', import.meta.url), 'utf8')) as Readonly<
  Record<Lang, Record<Change, Words>>
>
/** How those who vouch for customers are called, in every language. */
export const providerNames: Readonly<Record<SocialProvider, string>> = { google: 'Google', apple: 'Apple' }

/** The mail that a way to sign in came or went, with a link that freezes the account. */
export const linkedMail = (
  change: Change,
  provider: SocialProvider,
  options: { at: number; link: FreezeLink },
): Draft =>
  credentialMail((lang) => {
    const { subject, lead } = words[lang][change]
    const filled = (text: string): string => text.replaceAll('{provider}', providerNames[provider])
    return { subject: filled(subject), lead: filled(lead) }
  }, options)
