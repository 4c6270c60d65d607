import { useTranslations } from 'use-intl'
import { useProblemText } from '../../lib/problem-text.ts'
import type { Problem } from '../../lib/proving/form-problem.ts'

/** What stands under a field: our own words, or the text of the server's refusal. */
export function useFieldText(): (problem: Problem | undefined) => string | undefined {
  const t = useTranslations('auth')
  const problemText = useProblemText()
  return (problem) => {
    if (problem === undefined) return undefined
    return typeof problem === 'string' ? t(`problem.${problem}`) : problemText(problem)
  }
}
