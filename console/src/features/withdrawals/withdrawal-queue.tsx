import { approveWithdrawal, withdrawalQueue } from '@evenhand/protocol/withdrawals-console.ts'
import { withdrawalStatuses, type WithdrawalStatus } from '@evenhand/protocol/states.ts'
import { useTranslations } from 'use-intl'
import { usePage } from '../../lib/use-page.ts'
import { FilterSelect } from '../../queue/filter-select.tsx'
import { QueueScreen, type TableSearch } from '../../queue/queue-screen.tsx'
import { WithdrawalCase } from './withdrawal-case.tsx'
import { useWithdrawalColumns } from './withdrawal-columns.tsx'
import { isInReview } from './withdrawal-words.tsx'

export type WithdrawalSearch = TableSearch & { status?: WithdrawalStatus | 'ALL' | undefined }

type QueueProps = { search: WithdrawalSearch; onSearch: (change: WithdrawalSearch) => void }

/** Withdrawals, those that wait for persons first; beside them the one that is open. */
export function WithdrawalQueue({ search, onSearch }: QueueProps) {
  const t = useTranslations('withdrawals')
  const columns = useWithdrawalColumns()
  const status = search.status ?? 'REVIEW'
  const rows = usePage(withdrawalQueue, status === 'ALL' ? {} : { status })
  return (
    <QueueScreen
      label={t('title')}
      rows={rows}
      columns={columns}
      presets={[
        {
          value: 'review',
          title: t('preset.review'),
          columns: ['orderNo', 'due', 'amount', 'customer', 'approvals', 'address'],
        },
        {
          value: 'money',
          title: t('preset.money'),
          columns: ['orderNo', 'status', 'amount', 'method', 'customer', 'createdAt'],
        },
        { value: 'all', title: t('preset.all'), columns: columns.map(({ id }) => id) },
      ]}
      idOf={({ id }) => id}
      search={search}
      onSearch={onSearch}
      empty={status === 'REVIEW' ? t('emptyReview') : t('empty')}
      file="withdrawals"
      filters={
        <FilterSelect
          label={t('column.status')}
          value={status}
          options={['REVIEW', 'ALL', ...withdrawalStatuses.filter((one) => one !== 'REVIEW')].map((value) => ({
            value,
            label: value === 'ALL' ? t('status.ALL') : t(`status.${value as WithdrawalStatus}`),
          }))}
          onChange={(value) => onSearch({ status: value as WithdrawalSearch['status'], id: undefined })}
        />
      }
      Case={WithdrawalCase}
      work={{ noun: 'withdrawal', waits: (row) => isInReview(row.status), decides: approveWithdrawal }}
    />
  )
}
