import { dayMs, hourMs } from '@evenhand/protocol/durations.ts'
import { unitText } from '@evenhand/protocol/unit-text.ts'
import { languageOf, useLang } from '../../lib/settings.ts'

/** How long a plan has run, as whole days and hours in words of the page's language. */
export function useRunTime(): (ms: number) => string {
  const { tag } = languageOf(useLang())
  const part = (count: number, unit: 'day' | 'hour') => unitText(tag, count, unit)
  return (ms) => {
    const [days, hours] = [Math.floor(ms / dayMs), Math.floor((ms % dayMs) / hourMs)]
    return days === 0 ? part(hours, 'hour') : `${part(days, 'day')} ${part(hours, 'hour')}`
  }
}
