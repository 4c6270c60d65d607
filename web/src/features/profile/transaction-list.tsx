import { Button } from '@evenhand/ui/button.tsx'
import { cx } from '@evenhand/ui/cx.ts'
import { Card, EmptyState, ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { useAccountMode } from '../../lib/session.ts'
import { TransactionRows } from './transaction-rows.tsx'
import { pageSize, useTransactions, type TransactionFilter } from './transactions-query.ts'

type ListProps = {
  filter: TransactionFilter
  page: number
  upTo: string | undefined
  onPage: (page: number, upTo: string) => void
  onClear: () => void
}

/** A page of the account in use, with its states. */
export function TransactionList({ filter, page, upTo, onPage, onClear }: ListProps) {
  const t = useTranslations('profile')
  const common = useTranslations('common')
  const mode = useAccountMode()
  const { data, isError, refetch, isPlaceholderData } = useTransactions(filter, { page, upTo })
  if (!data && isError)
    return (
      <ErrorState
        title={common('state.loadFailed')}
        text={t('transactions.safe')}
        action={<Button onClick={() => void refetch()}>{common('retry')}</Button>}
      />
    )
  if (!data) return <RowsLoading rows={8} />
  if (data.rows.length === 0) {
    const filtered = filter.kind !== undefined || filter.coin !== undefined || filter.days !== undefined || page > 1
    return (
      <Card>
        <EmptyState
          icon="list"
          title={t(filtered ? 'transactions.nothingFound' : 'transactions.none')}
          action={
            filtered && (
              <Button variant="secondary" onClick={onClear}>
                {t('transactions.clear')}
              </Button>
            )
          }
        />
      </Card>
    )
  }
  const pages = Math.max(1, Math.ceil(data.total / pageSize))
  return (
    <div aria-busy={isPlaceholderData || undefined} className="flex flex-col gap-4">
      <Card className={cx('overflow-x-auto ring-2', mode === 'virtual' ? 'ring-control!' : 'ring-accent!')}>
        <TransactionRows rows={data.rows} label={`${t('transactions.title')} (${common(`account.${mode}`)})`} />
      </Card>
      {pages > 1 && (
        <nav aria-label={t('transactions.pages')} className="flex items-center justify-center gap-3">
          <Button variant="secondary" disabled={page <= 1} onClick={() => onPage(page - 1, data.upTo)}>
            {t('transactions.previous')}
          </Button>
          <span className="text-13 text-fg2">{t('transactions.pageOf', { page, pages })}</span>
          <Button variant="secondary" disabled={page >= pages} onClick={() => onPage(page + 1, data.upTo)}>
            {t('transactions.next')}
          </Button>
        </nav>
      )}
      <p role="status" className="sr-only">
        {t('transactions.count', { count: data.total })}
      </p>
      <p className="text-13 text-fg3">{t('transactions.held')}</p>
    </div>
  )
}

export function RowsLoading({ rows }: { rows: number }) {
  return (
    <Card className="p-4">
      <div aria-busy="true" className="flex flex-col gap-3">
        {Array.from({ length: rows }, (_, at) => (
          <Skeleton key={at} className="h-10" />
        ))}
      </div>
    </Card>
  )
}
