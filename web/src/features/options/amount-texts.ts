import { useTranslations } from 'use-intl'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import type { AmountError } from './buy-ticket.form.ts'

/** What is wrong with an amount, in the words of the one table of refusals. */
export function useAmountErrorText(): (error: AmountError) => string {
  const t = useTranslations('instrument')
  const { number } = useLocalNumber()
  const formatted = (text: string) => number(text, { minDecimals: 2 })
  return (error) => {
    switch (error.is) {
      case 'empty':
        return t('amount.empty')
      case 'malformed':
        return t('amount.malformed')
      case 'ambiguous':
        return t('amount.ambiguous')
      case 'belowMin':
        return t('amount.belowMin', { min: formatted(error.min) })
      case 'aboveMax':
        return t('amount.aboveMax', { max: formatted(error.max) })
      case 'step':
        return t('amount.step')
      case 'overFree':
        return t('amount.overFree', { free: formatted(error.free) })
    }
  }
}
