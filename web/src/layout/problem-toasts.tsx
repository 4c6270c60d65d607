import { toast, ToastRegion } from '@evenhand/ui/toast.tsx'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useProblemText } from '../lib/problem-text.ts'
import { onProblem } from '../lib/report-problem.ts'
import { loadTexts } from '../lib/texts.ts'

/** Says every problem that no screen shows by itself. */
export function ProblemToasts() {
  const t = useTranslations('common')
  const [waiting, setWaiting] = useState<readonly unknown[]>([])
  useEffect(
    () => onProblem((problem) => void loadTexts('codes').finally(() => setWaiting((before) => [...before, problem]))),
    [],
  )
  return (
    <>
      {waiting.length > 0 && <Say problems={waiting} onSaid={() => setWaiting([])} />}
      <ToastRegion closeLabel={t('close')} />
    </>
  )
}

function Say({ problems, onSaid }: { problems: readonly unknown[]; onSaid: () => void }) {
  const text = useProblemText()
  useEffect(() => {
    for (const problem of problems) toast(text(problem), 'danger')
    onSaid()
  })
  return null
}
