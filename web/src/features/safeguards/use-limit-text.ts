import { limitUnitOf, type LimitName } from '@evenhand/protocol/safeguards.ts'
import { useTranslations } from 'use-intl'
import { useLocalNumber } from '../../lib/use-local-number.ts'

/** A limit's value in words: an amount in its own order, a count of orders or minutes, or that there is none. */
export function useLimitText(): (name: LimitName, value: string | null) => string {
  const t = useTranslations('safeguards')
  const { amount } = useLocalNumber()
  return (name, value) => {
    if (value === null) return t('limits.none')
    const unit = limitUnitOf(name)
    if (unit === 'USDT') return amount(value, 'USDT')
    return t(`limits.${unit}`, { count: Number.parseInt(value, 10) })
  }
}
