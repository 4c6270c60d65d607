import { customerRisks } from '@evenhand/protocol/case-filters.ts'
import { answerComplaint, complaintQueue, type QueuedComplaint } from '@evenhand/protocol/complaints-console.ts'
import { complaintKinds, complaintNo, type ComplaintKind } from '@evenhand/protocol/complaints.ts'
import { complaintStatuses, type ComplaintStatus } from '@evenhand/protocol/states.ts'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { usePage } from '../../lib/use-page.ts'
import { FilterSelect } from '../../queue/filter-select.tsx'
import { FilterText } from '../../queue/filter-text.tsx'
import { caseRequest } from '../../queue/case-search.ts'
import { QueueScreen, type TableSearch } from '../../queue/queue-screen.tsx'
import { dueColumn, whenColumn, wordColumn } from '../../table/column-kinds.tsx'
import type { Column } from '../../table/columns.ts'
import { ComplaintCase } from './complaint-case.tsx'
import { ComplaintStatusChip, isWaiting } from './complaint-words.tsx'

export type ComplaintSearch = TableSearch & {
  status?: ComplaintStatus | 'ALL' | undefined
  kind?: ComplaintKind | undefined
  no?: string | undefined
}

function useColumns(): readonly Column<QueuedComplaint>[] {
  const t = useTranslations('complaints')
  return useMemo(
    () => [
      wordColumn({ id: 'no', title: t('column.no'), width: 8, card: 'title' }, (row) => row.no),
      wordColumn(
        { id: 'status', title: t('column.status'), width: 9, keep: true, card: 'aside' },
        (row) => row.status,
        (row) => <ComplaintStatusChip status={row.status} />,
      ),
      dueColumn({ id: 'due', title: t('column.due'), width: 13, card: 'line' }, (row) =>
        isWaiting(row.status) ? row.dueAt : undefined,
      ),
      wordColumn({ id: 'kind', title: t('column.kind'), width: 9, card: 'line' }, (row) => t(`kind.${row.kind}`)),
      wordColumn({ id: 'subject', title: t('column.subject'), width: 9 }, (row) => row.subjectNo ?? '—'),
      wordColumn(
        { id: 'customer', title: t('column.customer'), width: 10, keep: true, card: 'line' },
        (row) => row.username,
      ),
      wordColumn({ id: 'takenBy', title: t('column.takenBy'), width: 10 }, (row) => row.takenBy ?? '—'),
      wordColumn({ id: 'finding', title: t('column.finding'), width: 9 }, (row) =>
        row.finding === null ? '—' : t(`finding.${row.finding}`),
      ),
      whenColumn({ id: 'receivedAt', title: t('column.receivedAt'), width: 10 }, (row) => row.receivedAt),
    ],
    [t],
  )
}

/** A number as it is typed: without blanks, with or without the letter. */
const typedNo = (text: string | undefined): string | undefined => {
  const bare = text?.replace(/[\s-]/g, '').toUpperCase()
  return bare === undefined || bare === '' ? undefined : bare.startsWith('C') ? bare : `C${bare}`
}

type ComplaintsProps = { search: ComplaintSearch; onSearch: (change: ComplaintSearch) => void }

/** Complaints, those due first on top: whose, about what and by when, without what was written until one is opened. */
export function ComplaintQueue({ search, onSearch }: ComplaintsProps) {
  const t = useTranslations('complaints')
  const columns = useColumns()
  const { status, kind } = search
  const no = z.safeDecode(complaintNo, typedNo(search.no) ?? '').data
  const rows = usePage(complaintQueue, {
    ...(status === undefined ? {} : { status }),
    ...(kind === undefined ? {} : { kind }),
    ...(no === undefined ? {} : { no }),
    ...caseRequest(search, customerRisks),
  })
  return (
    <QueueScreen
      label={t('title')}
      rows={rows}
      columns={columns}
      presets={[
        { value: 'work', title: t('preset.work'), columns: ['no', 'status', 'due', 'kind', 'customer', 'takenBy'] },
      ]}
      idOf={({ id }) => id}
      narrows={{ risks: customerRisks }}
      search={search}
      onSearch={onSearch}
      empty={status === undefined && search.no === undefined ? t('emptyWaiting') : t('empty')}
      file="complaints"
      filters={
        <>
          <FilterSelect
            label={t('column.status')}
            usual="WAITING"
            others={['ALL', ...complaintStatuses] as const}
            value={status}
            word={(value) => t(`status.${value}`)}
            onChoose={(chosen) => onSearch({ status: chosen, id: undefined })}
          />
          <FilterSelect
            label={t('column.kind')}
            usual="ALL"
            others={complaintKinds}
            value={kind}
            word={(value) => t(`kind.${value}`)}
            onChoose={(chosen) => onSearch({ kind: chosen, id: undefined })}
          />
          <FilterText
            label={t('findNo')}
            value={search.no}
            onChange={(value) => onSearch({ no: value, id: undefined })}
            width={13}
          />
        </>
      }
      Case={ComplaintCase}
      course="complaint"
      work={{ noun: 'complaint', waits: (row) => isWaiting(row.status), decides: answerComplaint }}
    />
  )
}
