import { useTranslations } from 'use-intl'
import { formatAmount } from '../../lib/format.tsx'
import { isolated } from '../../lib/isolated.ts'
import { Refused } from '../../lib/problem.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import type { FieldProblem } from './deposit-form.ts'

/** What stands under a field: our own words, or those of the refusal. */
export function useDepositText(): (problem: FieldProblem | undefined) => string | undefined {
  const t = useTranslations('funds')
  const problemText = useProblemText()
  return (problem) => {
    if (problem === undefined) return undefined
    if (problem instanceof Refused) return problemText(problem)
    if (typeof problem === 'string') return t(`deposit.problem.${problem}`)
    return t('deposit.problem.ambiguous', { amount: isolated(formatAmount(problem.ambiguous)) })
  }
}
