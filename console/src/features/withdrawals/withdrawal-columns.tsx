import type { withdrawalQueue } from '@evenhand/protocol/withdrawals-console.ts'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { amountColumn, dueColumn, shareColumn, signColumn, whenColumn, wordColumn } from '../../table/column-kinds.tsx'
import type { Column } from '../../table/columns.ts'
import { isInReview, WithdrawalStatusChip } from './withdrawal-words.tsx'

type Row = z.output<typeof withdrawalQueue.result>['rows'][number]

/** What a list of withdrawals can show of one. */
export function useWithdrawalColumns(): readonly Column<Row>[] {
  const t = useTranslations('withdrawals')
  return useMemo(
    () => [
      wordColumn(
        { id: 'orderNo', title: t('column.orderNo'), width: 10, min: 6.5, card: 'title' },
        (row) => row.orderNo,
      ),
      wordColumn(
        { id: 'status', title: t('column.status'), width: 8, min: 6, keep: true, card: 'aside' },
        (row) => row.status,
        (row) => <WithdrawalStatusChip status={row.status} />,
      ),
      dueColumn({ id: 'due', title: t('column.due'), width: 13, card: 'line' }, (row) =>
        isInReview(row.status) ? row.dueAt : undefined,
      ),
      amountColumn(
        { id: 'amount', title: t('column.amount'), width: 11, min: 7.6, keep: true, card: 'line' },
        (row) => ({
          text: row.amount,
          asset: row.coin,
        }),
      ),
      wordColumn({ id: 'method', title: t('column.method'), width: 9 }, (row) => row.method),
      wordColumn(
        { id: 'customer', title: t('column.customer'), width: 15, min: 6, keep: true, card: 'line' },
        (row) => row.username,
      ),
      signColumn({ id: 'address', title: t('column.address'), width: 11, min: 6 }, (row) => row.addressSnapshot),
      shareColumn({ id: 'approvals', title: t('column.approvals'), width: 8, min: 4.8, card: 'line' }, (row) => [
        row.approvalsGiven,
        row.approvalsNeeded,
      ]),
      whenColumn({ id: 'createdAt', title: t('column.createdAt'), width: 10 }, (row) => row.createdAt),
    ],
    [t],
  )
}
