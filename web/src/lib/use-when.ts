import { sentenceDate } from '@evenhand/protocol/sentence-date.ts'
import { languageOf, useLang } from './settings.ts'

/** A point in time (UTC milliseconds) in words of the page's language and the customer's time zone. */
export function useWhen(): (ms: number) => string {
  const tag = languageOf(useLang()).tag
  return (ms) => sentenceDate(tag, { timeStyle: 'short' }).format(ms)
}
