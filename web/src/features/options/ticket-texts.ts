import { sentenceDate } from '@evenhand/protocol/sentence-date.ts'
import { useTranslations } from 'use-intl'
import { languageOf, useLang } from '../../lib/settings.ts'
import type { Closure } from './market-closure.ts'

/** Why the ticket is closed, in the customer's words, with when it opens where that is known. */
export function useClosureText(): (closure: Closure) => string {
  const t = useTranslations('instrument')
  const tag = languageOf(useLang()).tag
  return ({ why, at }) => {
    const time = at === null ? 'none' : sentenceDate(tag, { timeStyle: 'short' }).format(at)
    return t(`closed.${why}`, { time })
  }
}
