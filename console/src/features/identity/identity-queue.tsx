import { identityRisks } from '@evenhand/protocol/case-filters.ts'
import {
  decideIdentification,
  identificationQueue,
  type QueuedIdentification,
} from '@evenhand/protocol/identification-console.ts'
import { identificationStatuses, type IdentificationStatus } from '@evenhand/protocol/states.ts'
import { Chip } from '@evenhand/ui/chip.tsx'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { usePage } from '../../lib/use-page.ts'
import { FilterSelect } from '../../queue/filter-select.tsx'
import { caseRequest } from '../../queue/case-search.ts'
import { QueueScreen, type TableSearch } from '../../queue/queue-screen.tsx'
import { countColumn, dueColumn, whenColumn, wordColumn } from '../../table/column-kinds.tsx'
import type { Column } from '../../table/columns.ts'
import { IdentityCase } from './identity-case.tsx'
import { IdentityStatusChip } from './identity-words.tsx'

const decided = identificationStatuses.filter((one) => one !== 'NOT_VERIFIED' && one !== 'PENDING_REVIEW')
export type IdentitySearch = TableSearch & { status?: IdentificationStatus | undefined }

function useColumns(): readonly Column<QueuedIdentification>[] {
  const t = useTranslations('identity')
  return useMemo(
    () => [
      wordColumn(
        { id: 'customer', title: t('column.customer'), width: 11, min: 6.2, keep: true, card: 'title' },
        (row) => row.username,
      ),
      wordColumn(
        { id: 'status', title: t('column.status'), width: 10, min: 5.6, keep: true, card: 'aside' },
        (row) => row.status,
        (row) => <IdentityStatusChip status={row.status} />,
      ),
      dueColumn({ id: 'due', title: t('column.due'), width: 13, card: 'line' }, (row) =>
        row.status === 'PENDING_REVIEW' ? row.dueAt : undefined,
      ),
      wordColumn({ id: 'docType', title: t('column.docType'), width: 10, min: 4.6, card: 'line' }, (row) =>
        t(`docType.${row.docType}`),
      ),
      wordColumn({ id: 'country', title: t('column.country'), width: 7, min: 4.2, card: 'line' }, (row) => row.country),
      countColumn({ id: 'attempt', title: t('column.attempt'), width: 7, min: 4.2 }, (row) => row.attempt),
      {
        id: 'hints',
        title: t('column.hints'),
        width: 14,
        min: 5,
        card: 'line',
        text: (row) => `${row.duplicates} ${row.proposed ?? ''}`,
        cell: (row) =>
          row.duplicates === 0 && row.proposed === null ? (
            '—'
          ) : (
            <span className="inline-flex gap-1">
              {row.duplicates > 0 && (
                <Chip variant="danger" icon="warning">
                  <span title={t('duplicates', { count: row.duplicates })} className="@max-[9rem]:sr-only">
                    {t('duplicates', { count: row.duplicates })}
                  </span>
                  <span aria-hidden="true" className="hidden @max-[9rem]:inline">
                    {row.duplicates}
                  </span>
                </Chip>
              )}
              {row.proposed !== null && <Chip variant="accent">{t(`proposed.${row.proposed}`)}</Chip>}
            </span>
          ),
      },
      whenColumn({ id: 'submittedAt', title: t('column.submittedAt'), width: 10 }, (row) => row.submittedAt),
    ],
    [t],
  )
}

type IdentityProps = { search: IdentitySearch; onSearch: (change: IdentitySearch) => void }

/** Identifications, the oldest wait on top: without names, numbers or pictures until an operator gives a reason to open them. */
export function IdentityQueue({ search, onSearch }: IdentityProps) {
  const t = useTranslations('identity')
  const columns = useColumns()
  const { status } = search
  const rows = usePage(identificationQueue, {
    ...(status === undefined ? {} : { status }),
    ...caseRequest(search, identityRisks),
  })
  return (
    <QueueScreen
      label={t('title')}
      rows={rows}
      columns={columns}
      presets={[
        {
          value: 'review',
          title: t('preset.review'),
          columns: ['customer', 'status', 'due', 'docType', 'country', 'attempt', 'hints'],
        },
      ]}
      idOf={({ id }) => id}
      narrows={{ risks: identityRisks }}
      search={search}
      onSearch={onSearch}
      empty={status === undefined ? t('emptyWaiting') : t('empty')}
      file="identifications"
      filters={
        <FilterSelect
          label={t('column.status')}
          usual="PENDING_REVIEW"
          others={decided}
          value={status === 'NOT_VERIFIED' ? undefined : status}
          word={(value) => t(`status.${value}`)}
          onChoose={(chosen) => onSearch({ status: chosen, id: undefined })}
        />
      }
      Case={IdentityCase}
      course="identification"
      work={{ noun: 'identity', waits: (row) => row.status === 'PENDING_REVIEW', decides: decideIdentification }}
      wide
    />
  )
}
