import { fundCoins, type FundCoin } from '@evenhand/protocol/funds.ts'
import { Select } from '@evenhand/ui/select.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { scaled, scaledUnit } from '../../table/scaled.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import { ChartCard, Legend } from './chart-card.tsx'
import { DayBars } from './day-bars.tsx'
import { useAxisText } from './use-axis-text.ts'
import { daysOf, dayText, type Trends } from './use-trends.ts'

const fills = ['fill-accent', 'fill-warn-line'] as const
const zero = { moneyIn: '0', moneyOut: '0' }
const sumOf = (texts: readonly string[]): string => {
  const units = texts.reduce((sum, text) => sum + scaled(text), 0n)
  const whole = BigInt(scaledUnit)
  return `${units / whole}.${String(units % whole).padStart(8, '0')}`
}

/** Credited deposits above the line and paid withdrawals below it, by day, in one coin. */
export function MoneyChart({ trends }: { trends: Trends }) {
  const t = useTranslations('dashboard')
  const { amount } = useLocalNumber()
  const [coin, setCoin] = useState<FundCoin>('USDT')
  const axisText = useAxisText(coin)
  const own = trends.money.filter(({ asset }) => asset === coin)
  const byDay = new Map(own.map((row) => [row.day, row]))
  const bars = daysOf(trends).map((day) => {
    const { moneyIn, moneyOut } = byDay.get(day) ?? zero
    const words = {
      day: dayText(day),
      in: amount(moneyIn),
      out: amount(moneyOut),
      coin,
    }
    return { day, values: [Number(scaled(moneyIn)), -Number(scaled(moneyOut))], label: t('money.day', words) }
  })
  const sums = {
    in: amount(sumOf(own.map(({ moneyIn }) => moneyIn))),
    out: amount(sumOf(own.map(({ moneyOut }) => moneyOut))),
    coin,
  }
  return (
    <ChartCard
      title={t('money.title')}
      aside={
        <Select
          label={t('money.coin')}
          bare
          value={coin}
          options={fundCoins.map((value) => ({ value, label: value }))}
          onChange={({ target }) => setCoin(target.value as FundCoin)}
        />
      }
      isEmpty={own.length === 0}
    >
      <DayBars title={t('money.sum', sums)} bars={bars} fills={fills} valueText={axisText} />
      <Legend
        entries={[
          { fill: 'bg-accent', text: t('money.in', sums) },
          { fill: 'bg-warn-line', text: t('money.out', sums) },
        ]}
      />
    </ChartCard>
  )
}
