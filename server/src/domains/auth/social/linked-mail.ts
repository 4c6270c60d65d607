import { readFileSync } from 'node:fs'
import type { Lang } from '@evenhand/protocol/languages.ts'
import type { SocialProvider } from '@evenhand/protocol/social.ts'
import type { Call } from '../../../kernel/http/http.ts'
import type { Customer } from '../../accounts/index.ts'
import { credentialMail } from '../mail-templates.ts'
import { warnCustomer } from '../notify-customer.ts'
import type { SocialDeps } from './index.ts'

type Words = { subject: string; lead: string }
type Change = 'linked' | 'unlinked'

const words = JSON.parse(readFileSync(new URL('./linked-mail.json', import.meta.url), 'utf8')) as Readonly<
  Record<Lang, Record<Change, Words>>
>
/** How those who vouch for customers are called, in every language. */
export const providerNames: Readonly<Record<SocialProvider, string>> = { google: 'Google', apple: 'Apple' }

type Changed = { customer: Customer; provider: SocialProvider; change: Change; call: Call }

/** Mails a customer after the answer that a way to sign in came or went, with a link that freezes the account. */
export function notifyChange(deps: SocialDeps, { customer, provider, change, call }: Changed): void {
  const at = deps.clock.now()
  const said = (lang: Lang): Words => {
    const { subject, lead } = words[lang][change]
    const filled = (text: string): string => text.replaceAll('{provider}', providerNames[provider])
    return { subject: filled(subject), lead: filled(lead) }
  }
  const what = 'mail about a way to sign in'
  warnCustomer(deps, customer, { what, call, draft: (link) => credentialMail(said, { at, link }) })
}
