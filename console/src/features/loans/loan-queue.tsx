import { customerRisks } from '@evenhand/protocol/case-filters.ts'
import { approveLoan, loanQueue, rejectLoan, type SeenLoan } from '@evenhand/protocol/loans-console.ts'
import { loanStatuses } from '@evenhand/protocol/states.ts'
import { useTranslations } from 'use-intl'
import { useMay, useOperator } from '../../lib/session.ts'
import { usePage } from '../../lib/use-page.ts'
import { FilterSelect } from '../../queue/filter-select.tsx'
import { caseRequest } from '../../queue/case-search.ts'
import { QueueScreen, type TableSearch } from '../../queue/queue-screen.tsx'
import { BulkRejectLoans } from './bulk-reject-loans.tsx'
import { LoanCase } from './loan-case.tsx'
import { useLoanColumns } from './loan-columns.tsx'
import { isInReview } from './loan-words.tsx'

const others = ['ALL', 'PLAN_PREPARED', ...loanStatuses.filter((one) => !isInReview(one))] as const
export type LoanSearch = TableSearch & { status?: (typeof others)[number] | 'PENDING_REVIEW' | undefined }

/** What the list is narrowed to: by its loans, or by a repayment plan of theirs that waits for an approval. */
function requestOf(status: LoanSearch['status']) {
  if (status === 'ALL') return {}
  return status === 'PLAN_PREPARED' ? ({ plan: 'PREPARED' } as const) : { status: status ?? 'PENDING_REVIEW' }
}

type QueueProps = { search: LoanSearch; onSearch: (change: LoanSearch) => void }

/** Loans, applications that wait for persons first and the oldest on top; beside them the one that is open. */
export function LoanQueue({ search, onSearch }: QueueProps) {
  const t = useTranslations('loans')
  const columns = useLoanColumns()
  const may = useMay()
  const me = useOperator()?.operator.id
  const { status } = search
  const rows = usePage(loanQueue, {
    ...requestOf(status),
    ...caseRequest(search, customerRisks),
  })
  // An operator who has approved it waits for a colleague: the next one is shown and not held back.
  const waits = (row: SeenLoan) => isInReview(row.status) && !row.approvals.some(({ operatorId }) => operatorId === me)
  return (
    <QueueScreen
      label={t('title')}
      rows={rows}
      columns={columns}
      presets={[
        {
          value: 'review',
          title: t('preset.review'),
          columns: ['orderNo', 'status', 'due', 'amount', 'days', 'customer', 'score', 'approvals'],
        },
        {
          value: 'running',
          title: t('preset.running'),
          columns: ['orderNo', 'status', 'amount', 'owed', 'repaymentDate', 'customer'],
        },
      ]}
      idOf={({ id }) => id}
      narrows={{ risks: customerRisks }}
      search={search}
      onSearch={onSearch}
      empty={status === undefined ? t('emptyWaiting') : t('empty')}
      file="loans"
      filters={
        <FilterSelect
          label={t('column.status')}
          usual="PENDING_REVIEW"
          others={others}
          value={status}
          word={(value) => (value === 'PLAN_PREPARED' ? t('plan.queue') : t(`status.${value}`))}
          onChoose={(chosen) => onSearch({ status: chosen, id: undefined })}
        />
      }
      Case={LoanCase}
      course="loan"
      Bulk={may(rejectLoan) ? BulkRejectLoans : undefined}
      work={{ noun: 'loan', waits, decides: approveLoan }}
    />
  )
}
