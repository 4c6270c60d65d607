import { PasskeyFailed } from '@evenhand/ui/passkey.ts'
import { useTranslations } from 'use-intl'
import { isRefused } from '../problem.ts'
import { useProblemText } from '../problem-text.ts'
import { namedFields } from './form-problem.ts'

/** What went wrong with a proof. No new code can be requested here, so the words differ from those of a mailed one. */
export function useProofText(): (problem: unknown) => string | undefined {
  const t = useTranslations('auth')
  const problemText = useProblemText()
  return (problem) => {
    if (problem === null || problem === undefined) return undefined
    if (problem instanceof PasskeyFailed) return t(`problem.passkey_${problem.kind}`)
    if (isRefused(problem, 'codeWrong')) {
      const { left } = problem.params
      return t('problem.factorWrong', { left: typeof left === 'number' ? left : 0 })
    }
    if (isRefused(problem, 'credentialsWrong')) return t('problem.passwordWrong')
    if (isRefused(problem, 'dataIncomplete') && namedFields(problem).some(({ reason }) => reason === 'ended'))
      return t('problem.ended')
    return problemText(problem)
  }
}
