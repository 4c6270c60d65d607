import { useTranslations } from 'use-intl'
import { scaled } from '../../table/scaled.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import { ChartCard, Legend } from './chart-card.tsx'
import { DayBars } from './day-bars.tsx'
import { Headroom } from './headroom.tsx'
import { useAxisText } from './use-axis-text.ts'
import { daysOf, dayText, type Trends } from './use-trends.ts'

const fills = ['fill-accent'] as const

/** The result of the house with real options by day, beside the reserve that pays it. */
export function HouseChart({ trends }: { trends: Trends }) {
  const t = useTranslations('dashboard')
  const { amount, number } = useLocalNumber()
  const axisText = useAxisText('USDT')
  const byDay = new Map(trends.options.map((row) => [row.day, row]))
  const bars = daysOf(trends).map((day) => {
    const { result = '0', staked = '0' } = byDay.get(day) ?? {}
    const words = { day: dayText(day), result: number(result, { minDecimals: 2, maxDecimals: 2, sign: true }) }
    return {
      day,
      values: [Number(scaled(result))],
      label: t('house.day', { ...words, staked: amount(staked) }),
    }
  })
  return (
    <ChartCard title={t('house.title')} isEmpty={trends.options.length === 0}>
      <DayBars title={t('house.title')} bars={bars} fills={fills} valueText={axisText} />
      <Legend entries={[{ fill: 'bg-accent', text: t('house.result') }]} />
      <Headroom free={trends.reserve.free} held={trends.reserve.held} />
    </ChartCard>
  )
}
