import { withdrawalRisks } from '@evenhand/protocol/case-filters.ts'
import { approveWithdrawal, rejectWithdrawal, withdrawalQueue } from '@evenhand/protocol/withdrawals-console.ts'
import { withdrawalStatuses } from '@evenhand/protocol/states.ts'
import { useTranslations } from 'use-intl'
import { useMay } from '../../lib/session.ts'
import { usePage } from '../../lib/use-page.ts'
import { FilterSelect } from '../../queue/filter-select.tsx'
import { caseRequest } from '../../queue/case-search.ts'
import { QueueScreen, type TableSearch } from '../../queue/queue-screen.tsx'
import { BulkRejectWithdrawals } from './bulk-reject-withdrawals.tsx'
import { WithdrawalCase } from './withdrawal-case.tsx'
import { useWithdrawalColumns } from './withdrawal-columns.tsx'
import { isInReview } from './withdrawal-words.tsx'

const others = ['ALL', ...withdrawalStatuses] as const
export type WithdrawalSearch = TableSearch & { status?: (typeof others)[number] | undefined }

type QueueProps = { search: WithdrawalSearch; onSearch: (change: WithdrawalSearch) => void }

/** Withdrawals, those that wait for operators first: in review, or paid too late; beside them the one that is open. */
export function WithdrawalQueue({ search, onSearch }: QueueProps) {
  const t = useTranslations('withdrawals')
  const columns = useWithdrawalColumns()
  const may = useMay()
  const { status } = search
  const rows = usePage(withdrawalQueue, {
    ...(status === 'ALL' ? {} : { status: status ?? 'WAITING' }),
    ...caseRequest(search, withdrawalRisks),
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
          columns: ['orderNo', 'status', 'due', 'amount', 'customer', 'approvals', 'address'],
        },
        {
          value: 'money',
          title: t('preset.money'),
          columns: ['orderNo', 'status', 'amount', 'method', 'customer', 'createdAt'],
        },
      ]}
      idOf={({ id }) => id}
      narrows={{ risks: withdrawalRisks, worth: true }}
      search={search}
      onSearch={onSearch}
      empty={status === undefined ? t('emptyReview') : t('empty')}
      file="withdrawals"
      filters={
        <FilterSelect
          label={t('column.status')}
          usual="WAITING"
          others={others}
          value={status}
          word={(value) => t(`status.${value}`)}
          onChoose={(chosen) => onSearch({ status: chosen, id: undefined })}
        />
      }
      Case={WithdrawalCase}
      course="withdrawal"
      Bulk={may(rejectWithdrawal) ? BulkRejectWithdrawals : undefined}
      work={{ noun: 'withdrawal', waits: (row) => isInReview(row.status), decides: approveWithdrawal }}
    />
  )
}
