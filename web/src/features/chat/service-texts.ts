import { timeFormat } from '@evenhand/protocol/sentence-date.ts'
import type { ChatService } from '@evenhand/protocol/chat.ts'
import { dayMs, minuteMs } from '@evenhand/protocol/durations.ts'
import { useTranslations } from 'use-intl'
import { useLasted } from '../../lib/lasted.ts'
import { languageOf, useLang } from '../../lib/settings.ts'

const dayMinutes = 1440
/** A Monday at midnight, UTC. */
const someMonday = Date.UTC(2024, 0, 1)

/** The hours of service in words, by the clock of this device; undefined where it is served around the clock. */
export function useHoursText(): (service: ChatService) => string | undefined {
  const t = useTranslations('chat')
  const tag = languageOf(useLang()).tag
  return ({ hours: { days, from, to } }) => {
    if (days.length === 7 && to - from >= dayMinutes) return undefined
    const time = timeFormat(tag, { timeStyle: 'short' })
    const weekday = new Intl.DateTimeFormat(tag, { weekday: 'short', timeZone: 'UTC' })
    const nameOf = (day: number) => weekday.format(someMonday + (day - 1) * dayMs)
    const isRow = days.every((day, at) => at === 0 || day === (days[at - 1] ?? 0) + 1)
    const [first = 1, last = 7] = [days[0], days.at(-1)]
    const names = isRow && days.length > 2 ? `${nameOf(first)} – ${nameOf(last)}` : days.map(nameOf).join(', ')
    const today = Math.floor(Date.now() / dayMs) * dayMs
    return t('hours', {
      days: names,
      from: time.format(today + from * minuteMs),
      to: time.format(today + to * minuteMs),
    })
  }
}

/** How long the first reply takes; how many wait where that is not known yet. */
export function useWaitText(): (service: ChatService) => string {
  const t = useTranslations('chat')
  const lasted = useLasted()
  return ({ medianS, waiting }) =>
    medianS === null ? t('waiting', { count: waiting }) : t('median', { time: lasted(Math.max(60, medianS)) })
}
