import { checkKinds } from '@evenhand/protocol/books.ts'
import type { AlertKind } from '@evenhand/protocol/operator-dashboard.ts'
import { useCallback } from 'react'
import { useTranslations, type Messages } from 'use-intl'
import { useFeatures } from './feature.ts'
import { isolated } from './isolated.ts'

type Named = Messages['dashboard']
const isCheck = (text: string): text is keyof Named['alerts']['check'] => checkKinds.some((kind) => kind === text)

/** Shows what an alert is about in the reader's language: which queue, check, coin or operator, and how many. */
export function useAlertWords() {
  const t = useTranslations('dashboard')
  const any = useTranslations()
  const { queues } = useFeatures()
  return useCallback(
    ({ kind, subject, count }: { kind: AlertKind; subject: string; count: number }): string => {
      const queue = queues.get(subject)
      const named = queue ? any(queue.title) : isCheck(subject) ? t(`alerts.check.${subject}`) : subject
      return t(`alerts.kind.${kind}`, { subject: isolated(named), count })
    },
    [t, any, queues],
  )
}
