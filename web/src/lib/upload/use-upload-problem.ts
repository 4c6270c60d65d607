import { useTranslations } from 'use-intl'
import { isRefused } from '../problem.ts'
import { useProblemText } from '../problem-text.ts'

/** The text about a picture that did not arrive: the rule it broke, or that sending failed. */
export function useUploadProblem(): (problem: unknown) => string {
  const t = useTranslations('upload')
  const problemText = useProblemText()
  return (problem) =>
    isRefused(problem) && !isRefused(problem, 'fault', 'dataIncomplete') ? problemText(problem) : t('failed')
}
