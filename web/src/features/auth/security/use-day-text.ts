import { sentenceDate } from '@evenhand/protocol/sentence-date.ts'
import { languageOf, useLang } from '../../../lib/settings.ts'

/** A moment as the customer's language writes it, to the minute. */
export function useDayText(): (at: number) => string {
  const { tag } = languageOf(useLang())
  const format = sentenceDate(tag, { timeStyle: 'short' })
  return (at) => format.format(at)
}
