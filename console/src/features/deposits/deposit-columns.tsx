import type { SeenDeposit } from '@evenhand/protocol/deposits-console.ts'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { amountColumn, dueColumn, shareColumn, signColumn, whenColumn, wordColumn } from '../../table/column-kinds.tsx'
import type { Column } from '../../table/columns.ts'
import { DepositStatusChip, isWaiting } from './deposit-words.tsx'

/** What a list of deposits can show of one. */
export function useDepositColumns(): readonly Column<SeenDeposit>[] {
  const t = useTranslations('deposits')
  return useMemo(
    () => [
      wordColumn(
        { id: 'orderNo', title: t('column.orderNo'), width: 10, min: 6.7, card: 'title' },
        (row) => row.orderNo,
      ),
      wordColumn(
        { id: 'status', title: t('column.status'), width: 8, min: 6, keep: true, card: 'aside' },
        (row) => row.status,
        (row) => <DepositStatusChip status={row.status} />,
      ),
      dueColumn({ id: 'due', title: t('column.due'), width: 13, card: 'line' }, (row) =>
        isWaiting(row.status) ? row.dueAt : undefined,
      ),
      amountColumn(
        { id: 'amount', title: t('column.amount'), width: 10, min: 7.6, keep: true, card: 'line' },
        (row) => ({
          text: row.amount,
          asset: row.coin,
        }),
      ),
      amountColumn({ id: 'value', title: t('column.value'), width: 8, min: 5.6 }, (row) => ({
        text: row.valueUsdt,
        asset: '',
      })),
      wordColumn(
        { id: 'customer', title: t('column.customer'), width: 14, min: 6.2, keep: true, card: 'line' },
        (row) => row.username,
      ),
      wordColumn({ id: 'method', title: t('column.method'), width: 10 }, (row) => `${row.coin} · ${row.network}`),
      signColumn({ id: 'txHash', title: t('column.txHash'), width: 11 }, (row) => row.txHash),
      signColumn({ id: 'last6', title: t('column.last6'), width: 8 }, (row) => row.last6),
      shareColumn({ id: 'approvals', title: t('column.approvals'), width: 6, min: 4.8, card: 'line' }, (row) => [
        row.approvalsGiven,
        row.approvalsNeeded,
      ]),
      whenColumn({ id: 'createdAt', title: t('column.createdAt'), width: 10 }, (row) => row.createdAt),
    ],
    [t],
  )
}
