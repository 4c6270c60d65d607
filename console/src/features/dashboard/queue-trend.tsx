import { useTranslations } from 'use-intl'
import { DayBars } from './day-bars.tsx'
import { useAxisText } from './use-axis-text.ts'
import { dayText, type Trends } from './use-trends.ts'

export type QueueDays = Trends['queues'][number]['days']

const fills = ['fill-fg3'] as const

/** The backlog of a queue at the end of each day, and the share of cases that ended within what is promised. */
export function QueueTrend({ days }: { days: QueueDays }) {
  const t = useTranslations('dashboard')
  const valueText = useAxisText()
  const ended = days.reduce((sum, day) => sum + day.ended, 0)
  const inTime = days.reduce((sum, day) => sum + day.inTime, 0)
  const bars = days.map(({ day, open, ended: closed }) => ({
    day,
    values: [open],
    label: t('trend.day', { day: dayText(day), open, ended: closed }),
  }))
  return (
    <div className="mt-3">
      <DayBars title={t('trend.backlog')} bars={bars} fills={fills} valueText={valueText} height={32} />
      <p className="mt-1 text-12 text-fg2">
        {ended === 0 ? t('trend.none') : t('trend.inTime', { percent: Math.floor((inTime * 100) / ended), ended })}
      </p>
    </div>
  )
}
