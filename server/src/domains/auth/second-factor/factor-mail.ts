import { readFileSync } from 'node:fs'
import type { Lang } from '@evenhand/protocol/languages.ts'
import type { NoticeParams } from '@evenhand/protocol/notice-params.ts'
import { credentialMail, type Draft, type FreezeLink } from '../mail-templates.ts'

/** What happened to a customer's second factor. */
export type FactorEvent = NoticeParams<'twofa.changed'>

type Words = Record<FactorEvent['change'] | 'changed' | 'tried', string>
const words = JSON.parse(readFileSync(new URL('./factor-mail.json', import.meta.url), 'utf8')) as Readonly<
  Record<Lang, Words>
>

/** The mail after a second factor was changed, guessed at, or stood in for by a recovery code, with a link that freezes the account. */
export const factorMail = (event: FactorEvent, options: { at: number; link: FreezeLink }): Draft =>
  credentialMail((lang) => {
    const values: Record<string, unknown> = { ...event }
    const lead = words[lang][event.change].replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = String(values[name])
      // A name keeps its own direction in a text that is read from right to left.
      return lang === 'ar' ? `\u2068${value}\u2069` : value
    })
    // Only a mail about a change may report one.
    return {
      subject: words[lang][event.change === 'wrongCodes' || event.change === 'recoveryUsed' ? 'tried' : 'changed'],
      lead,
    }
  }, options)
