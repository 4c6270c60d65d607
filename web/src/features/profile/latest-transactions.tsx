import { Button } from '@evenhand/ui/button.tsx'
import { cx } from '@evenhand/ui/cx.ts'
import { Card, EmptyState, ErrorState } from '@evenhand/ui/states.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import { ModeChip } from '../../layout/mode-chip.tsx'
import { useAccountMode } from '../../lib/session.ts'
import { useLayout } from '../../lib/settings.ts'
import { RowsLoading } from './transaction-list.tsx'
import { TransactionRows } from './transaction-rows.tsx'
import { useTransactions } from './transactions-query.ts'

const everything = { kind: undefined, coin: undefined, days: undefined }

/** A phone shows fewer: the pages of the account stand below. */
const rowsOnPhone = 5

/** The last entries of the account in use, and the way to all of them. */
export function LatestTransactions({ hidden }: { hidden: boolean }) {
  const t = useTranslations('profile')
  const common = useTranslations('common')
  const mode = useAccountMode()
  const mobile = useLayout() === 'mobile'
  const { data, isError, refetch } = useTransactions(everything, { page: 1 })
  const rows = mobile ? data?.rows.slice(0, rowsOnPhone) : data?.rows
  return (
    <section aria-label={t('transactions.newest')} className="flex flex-col gap-3">
      <div className="flex items-baseline gap-3">
        <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 desktop:min-h-8">
          <h2 className="text-18 font-700">{t('transactions.newest')}</h2>
          <ModeChip mode={mode} />
        </div>
        {rows && rows.length > 0 && (
          <Link
            to="/profile/transactions"
            search={{}}
            className="ms-auto inline-flex min-h-11 shrink-0 items-center text-accent-text desktop:min-h-8"
          >
            {t('transactions.all')}
          </Link>
        )}
      </div>
      {!data && isError && (
        <ErrorState
          title={common('state.loadFailed')}
          text={t('transactions.safe')}
          action={<Button onClick={() => void refetch()}>{common('retry')}</Button>}
        />
      )}
      {!data && !isError && <RowsLoading rows={3} />}
      {rows && (
        <Card className={cx('overflow-x-auto ring-2', mode === 'virtual' ? 'ring-control!' : 'ring-accent!')}>
          {rows.length === 0 ? (
            <EmptyState icon="list" title={t('transactions.none')} />
          ) : (
            <TransactionRows rows={rows} label={t('transactions.newest')} hidden={hidden} />
          )}
        </Card>
      )}
    </section>
  )
}
