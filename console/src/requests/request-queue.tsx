import { useMemo, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFeatures } from '../lib/feature.ts'
import { usePage } from '../lib/use-page.ts'
import { FilterSelect } from '../queue/filter-select.tsx'
import { QueueScreen, type TableSearch } from '../queue/queue-screen.tsx'
import { dueColumn, whenColumn, wordColumn } from '../table/column-kinds.tsx'
import type { Column } from '../table/columns.ts'
import { KindsContext, listOf, type RequestedChange, type ChangeKind } from './requested-change.ts'
import { RequestCase } from './request-case.tsx'
import { RequestStatusChip, useRequestLine } from './request-words.tsx'

export type RequestSearch = TableSearch & { show?: 'all' | undefined }

type RequestQueueProps = {
  label: string
  kinds: readonly [ChangeKind, ...ChangeKind[]]
  search: RequestSearch
  onSearch: (change: RequestSearch) => void
  /** The button that begins a new request, for those who may. */
  propose?: ReactNode
}

/** What one operator proposes to another, with the open one beside it. */
export function RequestQueue({ label, kinds, search, onSearch, propose }: RequestQueueProps) {
  const t = useTranslations('requests')
  const columns = useColumns()
  const features = useFeatures()
  const rows = usePage(...listOf(features, kinds, search.show === 'all' ? { all: 'true' as const } : {}))
  return (
    <KindsContext value={kinds}>
      <QueueScreen
        label={label}
        rows={rows}
        columns={columns}
        presets={[
          { value: 'open', title: t('preset.open'), columns: ['what', 'status', 'proposedBy', 'endsAt', 'reason'] },
        ]}
        idOf={({ id }) => id}
        search={search}
        onSearch={onSearch}
        empty={search.show === 'all' ? t('none') : t('noneOpen')}
        filters={
          <>
            <FilterSelect
              label={t('column.status')}
              usual="open"
              others={['all'] as const}
              value={search.show}
              word={t}
              onChoose={(chosen) => onSearch({ show: chosen, id: undefined })}
            />
            {propose}
          </>
        }
        Case={RequestCase}
        waits={({ mayDecide }) => mayDecide}
      />
    </KindsContext>
  )
}

function useColumns(): readonly Column<RequestedChange>[] {
  const t = useTranslations('requests')
  const line = useRequestLine()
  return useMemo(
    () => [
      wordColumn({ id: 'what', title: t('column.what'), width: 20, min: 18, card: 'title' }, line),
      wordColumn(
        { id: 'status', title: t('column.status'), width: 9, keep: true, card: 'aside' },
        (row) => row.status,
        (row) => <RequestStatusChip status={row.status} />,
      ),
      wordColumn({ id: 'proposedBy', title: t('column.proposedBy'), width: 11, card: 'line' }, (row) => row.proposedBy),
      whenColumn({ id: 'proposedAt', title: t('column.proposedAt'), width: 10 }, (row) => row.proposedAt),
      dueColumn({ id: 'endsAt', title: t('column.endsAt'), width: 13, card: 'line' }, (row) =>
        row.status === 'PROPOSED' ? row.endsAt : undefined,
      ),
      wordColumn({ id: 'reason', title: t('column.reason'), width: 16 }, (row) => row.reason),
      wordColumn({ id: 'decidedBy', title: t('column.decidedBy'), width: 11 }, (row) => row.decidedBy ?? '—'),
      whenColumn({ id: 'appliesAt', title: t('column.appliesAt'), width: 10 }, (row) => row.appliesAt),
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- the line follows the texts
    [t],
  )
}
