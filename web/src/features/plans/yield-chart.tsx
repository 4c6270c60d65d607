import { dailyYield, dueAt } from '@evenhand/proofs/plans/accrual.ts'
import type { PlanPosition } from '@evenhand/protocol/plans.ts'
import { useTranslations } from 'use-intl'
import { usdtText } from '../../lib/usdt.ts'
import { Bars } from '../../lib/bars.tsx'
import { languageOf, useLang } from '../../lib/settings.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import { chartDays, subscriptionOf } from './plan-figures.ts'

/** The yields of a plan day by day, each bar what has come until then: paid in full colour, set aside in pale. */
export function YieldChart({ plan }: { plan: PlanPosition }) {
  const t = useTranslations('plans')
  const { tag } = languageOf(useLang())
  const { amount } = useLocalNumber()
  const ofYears = plan.days > 300 && ({ year: 'numeric' } as const)
  const date = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', ...ofYears, numberingSystem: 'latn' })
  const subscription = subscriptionOf(plan)
  const each = dailyYield(subscription)
  const bars = chartDays(plan.days).map((day) => {
    const isPaid = day <= plan.paidDays
    const sum = amount(usdtText(each * BigInt(day)), 'USDT')
    const when = date.format(dueAt(subscription, day))
    return {
      key: day,
      value: day,
      label: t(isPaid ? 'chart.paid' : 'chart.setAside', { day, date: when, sum }),
      fill: isPaid ? 'bg-accent' : 'bg-accent/50',
    }
  })
  return (
    <Bars
      title={t('chart.title', { paid: plan.paidDays, days: plan.days })}
      bars={bars}
      ends={[date.format(dueAt(subscription, 1)), '', date.format(plan.maturesAt)]}
    />
  )
}
