import { useTranslations } from 'use-intl'
import { Refused } from '../../lib/problem.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import type { FieldProblem } from './deposit-form.ts'

/** What stands under a field: our own words, or those of the refusal. */
export function useDepositText(): (problem: FieldProblem | undefined) => string | undefined {
  const t = useTranslations('funds')
  const problemText = useProblemText()
  const { amount } = useLocalNumber()
  return (problem) => {
    if (problem === undefined) return undefined
    if (problem instanceof Refused) return problemText(problem)
    if (typeof problem === 'string') return t(`deposit.problem.${problem}`)
    return t('deposit.problem.ambiguous', { amount: amount(problem.ambiguous) })
  }
}
