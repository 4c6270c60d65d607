import { customerRisks } from '@evenhand/protocol/case-filters.ts'
import { fundResetStates } from '@evenhand/protocol/fund-reset.ts'
import { decideFundReset, fundResetQueue, type QueuedFundReset } from '@evenhand/protocol/fund-reset-console.ts'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '../../lib/session.ts'
import { usePage } from '../../lib/use-page.ts'
import { FilterSelect } from '../../queue/filter-select.tsx'
import { caseRequest } from '../../queue/case-search.ts'
import { QueueScreen, type TableSearch } from '../../queue/queue-screen.tsx'
import { dueColumn, whenColumn, wordColumn } from '../../table/column-kinds.tsx'
import type { Column } from '../../table/columns.ts'
import { ResetCase } from './reset-case.tsx'
import { ResetStatusChip, type ResetStatus } from './reset-status.tsx'

export type ResetSearch = TableSearch & { status?: ResetStatus | undefined }

function useColumns(): readonly Column<QueuedFundReset>[] {
  const t = useTranslations('fundreset')
  return useMemo(
    () => [
      wordColumn(
        { id: 'customer', title: t('column.customer'), width: 12, keep: true, card: 'title' },
        (row) => row.username,
      ),
      wordColumn(
        { id: 'status', title: t('column.status'), width: 10, keep: true, card: 'aside' },
        (row) => row.status,
        (row) => <ResetStatusChip status={row.status} />,
      ),
      dueColumn({ id: 'due', title: t('column.due'), width: 13, card: 'line' }, (row) =>
        row.status === 'WAITING' ? row.dueAt : undefined,
      ),
      whenColumn({ id: 'askedAt', title: t('column.askedAt'), width: 10 }, (row) => row.askedAt),
      whenColumn({ id: 'decidedAt', title: t('column.decidedAt'), width: 10 }, (row) => row.decidedAt),
    ],
    [t],
  )
}

type QueueProps = { search: ResetSearch; onSearch: (change: ResetSearch) => void }

/** Who forgot the fund password and sent a picture, the longest wait on top. */
export function ResetQueue({ search, onSearch }: QueueProps) {
  const t = useTranslations('fundreset')
  const columns = useColumns()
  const may = useMay()
  const { status } = search
  const rows = usePage(fundResetQueue, {
    ...(status === undefined ? {} : { status }),
    ...caseRequest(search, customerRisks),
  })
  return (
    <QueueScreen
      label={t('title')}
      rows={rows}
      columns={columns}
      idOf={({ id }) => id}
      narrows={{ risks: customerRisks }}
      search={search}
      onSearch={onSearch}
      empty={t(status === undefined ? 'emptyWaiting' : 'empty')}
      filters={
        <FilterSelect
          label={t('column.status')}
          usual="WAITING"
          others={fundResetStates.filter((one) => one !== 'WAITING')}
          value={status}
          word={(value) => t(`status.${value}`)}
          onChoose={(chosen) => onSearch({ status: chosen, id: undefined })}
        />
      }
      Case={ResetCase}
      course="fundReset"
      waits={({ status: state }) => state === 'WAITING' && may(decideFundReset)}
    />
  )
}
