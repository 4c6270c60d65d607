import { useTranslations } from 'use-intl'
import { isRefused } from '../../lib/problem.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { useWhen } from '../../lib/use-when.ts'

/** The text of a refusal; those with a meaning of their own for loans have a text of their own. Needs the texts `loans` and `codes`. */
export function useLoanProblem(): (problem: unknown) => string {
  const t = useTranslations('loans')
  const problemText = useProblemText()
  const when = useWhen()
  return (problem) => {
    if (isRefused(problem, 'openLimitReached')) return t('note.open')
    if (isRefused(problem, 'coolingOff') && typeof problem.params['until'] === 'number')
      return t('note.again', { time: when(problem.params['until']) })
    return problemText(problem)
  }
}
