import { useTranslations } from 'use-intl'
import { RowsState } from '../table/rows-state.tsx'
import { CaseFrame } from './case-frame.tsx'

type Query = { error: unknown; isFetching: boolean; dataUpdatedAt: number; refetch: () => unknown }

/** A case that is on its way, or that did not come. */
export function CaseState({ query, onClose }: { query: Query; onClose: () => void }) {
  const t = useTranslations('common')
  return (
    <CaseFrame title={t('queue.case')} marks={null} onClose={onClose}>
      <RowsState rows={{ ...query, data: undefined }} empty={null} />
    </CaseFrame>
  )
}
