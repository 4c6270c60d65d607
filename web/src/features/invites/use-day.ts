import { sentenceDate } from '@evenhand/protocol/sentence-date.ts'
import { languageOf, useLang } from '../../lib/settings.ts'

/** The day of a point in time (UTC milliseconds) in words of the page's language and the customer's time zone. */
export function useDay(): (ms: number) => string {
  const format = sentenceDate(languageOf(useLang()).tag)
  return (ms) => format.format(ms)
}
