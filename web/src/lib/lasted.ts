import { languageOf, useLang } from './settings.ts'
import { unitText } from '@evenhand/protocol/unit-text.ts'

/** Seconds as minutes, hours or days in words, never rounded down: a wait is never shown shorter than it was. */
export function useLasted(): (seconds: number) => string {
  const { tag } = languageOf(useLang())
  return (seconds) => {
    if (seconds < 5400) return unitText(tag, Math.max(1, Math.ceil(seconds / 60)), 'minute')
    if (seconds <= 72 * 3600) return unitText(tag, Math.ceil(seconds / 3600), 'hour')
    return unitText(tag, Math.ceil(seconds / 86_400), 'day')
  }
}
