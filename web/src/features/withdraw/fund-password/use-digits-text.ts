import { useTranslations } from 'use-intl'
import { isRefused } from '../../../lib/problem.ts'
import { namedFields } from '../../../lib/proving/form-problem.ts'
import { useProofText } from '../../../lib/proving/use-proof-text.ts'
import { isGuessable, isWholeFundPassword } from './fund-digits.ts'

type DigitsParams = { value: string; tried: boolean; problem: unknown; isNew?: boolean }

/** What stands under the field of a fund password: what is missing, why it is refused, or how often it may be tried. */
export function useDigitsText(): (params: DigitsParams) => string | undefined {
  const t = useTranslations('withdraw')
  const proofText = useProofText()
  return ({ value, tried, problem, isNew = false }) => {
    if (tried && !isWholeFundPassword(value)) return t('fund.missing')
    if (isNew && isGuessable(value)) return t('fund.weak')
    if (isNew && isRefused(problem, 'dataIncomplete')) {
      const reasons = namedFields(problem).map(({ reason }) => reason)
      if (reasons.includes('weak')) return t('fund.weakBirth')
      if (reasons.includes('alreadySet')) return t('fund.alreadySet')
    }
    const isHere = isRefused(problem, 'fundPasswordWrong', 'fundPasswordLocked', 'fundPasswordNotSet')
    return !isNew && isHere ? proofText(problem) : undefined
  }
}

/** Whether a refusal stands under one of the form's fields and not above its button. */
export function isAtField(problem: unknown): boolean {
  if (isRefused(problem, 'fundPasswordWrong', 'fundPasswordLocked', 'fundPasswordNotSet')) return true
  return (
    isRefused(problem, 'dataIncomplete') &&
    namedFields(problem).some(({ reason }) => reason === 'weak' || reason === 'alreadySet')
  )
}
