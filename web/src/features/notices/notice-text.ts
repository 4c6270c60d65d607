import { noticeKeys, noticeValues, type NoticeStyle, type NoticeValues } from '@evenhand/protocol/notice-words.ts'
import type { Notification } from '@evenhand/protocol/notices.ts'
import { sentenceDate } from '@evenhand/protocol/sentence-date.ts'
import { useTranslations } from 'use-intl'
import { isolated } from '../../lib/isolated.ts'
import { languageOf, useLang } from '../../lib/settings.ts'
import { unbroken } from '../../lib/unbroken.ts'

/** First and last six, which stay on one line: an address as the book shows it, or the number of a transaction. */
const ends = (text: string): string => {
  const [first, last] = text.length > 13 ? [text.slice(0, 6), text.slice(-6)] : text.split('…')
  return last === undefined ? text : `${first}\u2060…\u2060${last}`
}

const named = (text: string): string => `\u2068${text}\u2069`

/** How the app writes the values of a notice: in the reader's time zone, each in its own direction, long ones shortened. */
export const styleOf = (tag: string): NoticeStyle => ({
  tag,
  time: (ms) => sentenceDate(tag, { timeStyle: 'short' }).format(ms),
  day: (day) => new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(day)),
  figure: isolated,
  name: named,
  number: (text) => named(unbroken(text)),
  long: ends,
})

export type NoticeText = { readonly title: string; readonly text: string }
/** The texts are looked up by the template that a notice names, which may be newer than the page. */
type Lookup = { (key: string, values?: NoticeValues): string; has: (key: string) => boolean }

/** The text of a notice, in the language of the page. Needs the texts `notice` and `notices`. */
export function useNoticeText(): (notice: Pick<Notification, 'category' | 'templateKey' | 'params'>) => NoticeText {
  const t = useTranslations('notices') as unknown as Lookup
  const own = useTranslations('notice') as unknown as Lookup
  const tag = languageOf(useLang()).tag
  return ({ category, templateKey, params }) => {
    const values = noticeValues(params, styleOf(tag))
    const keys = noticeKeys(templateKey, params)
    const textAt = (among: readonly string[]): string | undefined => {
      const key = among.find((one) => own.has(one))
      return key === undefined ? undefined : own(key, values)
    }
    return { title: textAt(keys.title) ?? t(`category.${category}`), text: textAt(keys.text) ?? t('unknown') }
  }
}
