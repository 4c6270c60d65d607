import type { SeenLoan } from '@evenhand/protocol/loans-console.ts'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { amountColumn, countColumn, dueColumn, shareColumn, whenColumn, wordColumn } from '../../table/column-kinds.tsx'
import type { Column } from '../../table/columns.ts'
import { isInReview, LoanStatusChip } from './loan-words.tsx'

/** What a list of loans can show of one. */
export function useLoanColumns(): readonly Column<SeenLoan>[] {
  const t = useTranslations('loans')
  return useMemo(
    () => [
      wordColumn(
        { id: 'orderNo', title: t('column.orderNo'), width: 9, min: 6.7, card: 'title' },
        (row) => row.orderNo,
      ),
      wordColumn(
        { id: 'status', title: t('column.status'), width: 9, min: 6, keep: true, card: 'aside' },
        (row) => row.status,
        (row) => <LoanStatusChip status={row.status} />,
      ),
      dueColumn({ id: 'due', title: t('column.due'), width: 13, min: 8, card: 'line' }, (row) =>
        isInReview(row.status) ? row.reviewDueAt : undefined,
      ),
      amountColumn(
        { id: 'amount', title: t('column.amount'), width: 9, min: 7.6, keep: true, card: 'line' },
        (row) => ({ text: row.amount, asset: 'USDT' }),
      ),
      countColumn({ id: 'days', title: t('column.days'), width: 5, min: 4 }, (row) => row.days),
      wordColumn(
        { id: 'customer', title: t('column.customer'), width: 10, min: 8, keep: true, card: 'line' },
        (row) => row.username,
      ),
      wordColumn({ id: 'score', title: t('column.score'), width: 7, min: 6 }, (row) => String(row.score ?? '—')),
      shareColumn({ id: 'approvals', title: t('column.approvals'), width: 6, min: 4.8, card: 'line' }, (row) => [
        row.approvals.length,
        row.approvalsNeeded,
      ]),
      amountColumn({ id: 'owed', title: t('column.owed'), width: 10, min: 7.6 }, (row) => ({
        text: row.repaymentDate === null || row.endedAt !== null ? null : row.owed.total,
        asset: 'USDT',
      })),
      whenColumn({ id: 'repaymentDate', title: t('column.repaymentDate'), width: 10 }, (row) => row.repaymentDate),
      whenColumn({ id: 'signedAt', title: t('column.signedAt'), width: 10 }, (row) => row.signedAt),
    ],
    [t],
  )
}
