import { Button } from '@evenhand/ui/button.tsx'
import { ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useProblemText } from '../lib/problem-text.ts'
import type { Rows } from './rows.ts'

/** What stands where rows would: that they are on their way, that they did not come, or that there are none. */
export function RowsState({ rows, empty }: { rows: Rows<unknown>; empty: ReactNode }) {
  const t = useTranslations('common')
  const text = useProblemText()
  if (rows.error)
    return (
      <ErrorState
        title={t('problem.title')}
        text={text(rows.error)}
        action={
          <Button variant="secondary" onClick={() => rows.refetch()}>
            {t('retry')}
          </Button>
        }
      />
    )
  if (rows.data !== undefined) return empty
  return (
    <div role="status" aria-label={t('loading')} className="flex flex-col gap-2 p-4">
      {Array.from({ length: 8 }, (_, at) => (
        <Skeleton key={at} className="h-8" />
      ))}
    </div>
  )
}
