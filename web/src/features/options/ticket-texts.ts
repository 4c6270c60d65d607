import { useTranslations } from 'use-intl'
import { formatAmount } from '../../lib/format.tsx'
import { languageOf, useLang } from '../../lib/settings.ts'
import type { AmountError } from './buy-ticket.form.ts'
import type { Closure } from './market-closure.ts'

/** Why the ticket is closed, in the customer's words, with when it opens where that is known. */
export function useClosureText(): (closure: Closure) => string {
  const t = useTranslations('instrument')
  const tag = languageOf(useLang()).tag
  return ({ why, at }) => {
    const time =
      at === null ? 'none' : new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' }).format(at)
    return t(`closed.${why}`, { time })
  }
}

/** What is wrong with an amount, in the words of the one table of refusals. */
export function useAmountErrorText(): (error: AmountError) => string {
  const t = useTranslations('instrument')
  return (error) => {
    switch (error.is) {
      case 'empty':
        return t('amount.empty')
      case 'malformed':
        return t('amount.malformed')
      case 'ambiguous':
        return t('amount.ambiguous')
      case 'belowMin':
        return t('amount.belowMin', { min: formatAmount(error.min) })
      case 'aboveMax':
        return t('amount.aboveMax', { max: formatAmount(error.max) })
      case 'step':
        return t('amount.step')
      case 'overFree':
        return t('amount.overFree', { free: formatAmount(error.free) })
    }
  }
}
