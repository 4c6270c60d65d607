import { toast, ToastRegion } from '@evenhand/ui/toast.tsx'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { useProblemText } from '../lib/problem-text.ts'
import { onProblem } from '../lib/query-client.ts'

/** Shows every problem that no screen shows by itself: nothing is silent. */
export function ProblemToasts() {
  const t = useTranslations('common')
  const text = useProblemText()
  useEffect(() => onProblem((problem) => toast(text(problem), 'danger')))
  return <ToastRegion closeLabel={t('close')} />
}
