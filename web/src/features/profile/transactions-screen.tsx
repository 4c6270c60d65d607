import { transactionKinds } from '@evenhand/protocol/settings.ts'
import { cx } from '@evenhand/ui/cx.ts'
import { Select } from '@evenhand/ui/select.tsx'
import { useTranslations } from 'use-intl'
import { AnnouncedDebits } from './announced-debits.tsx'
import { CsvButton } from './csv-button.tsx'
import { StatementButton } from './statement-button.tsx'
import { TransactionList } from './transaction-list.tsx'
import { coins, filterOf, periods } from './transactions-query.ts'
import { ModeChip } from '../../layout/mode-chip.tsx'
import type { ScreenProps } from '../../lib/feature.ts'
import { useAccountMode } from '../../lib/session.ts'

type TransactionsSearch = {
  kind?: string | undefined
  coin?: string | undefined
  days?: string | undefined
  page?: string | undefined
  upTo?: string | undefined
}

/** What moved the money of the account in use, with filters that the address keeps, and as a file. */
export function TransactionsScreen({ search, onSearch }: ScreenProps<TransactionsSearch>) {
  const t = useTranslations('profile')
  const mode = useAccountMode()
  const filter = filterOf(search, mode)
  const page = /^[1-9]\d{0,4}$/.test(search.page ?? '') ? Number.parseInt(search.page ?? '1', 10) : 1
  const upTo = page > 1 && /^\d{1,18}$/.test(search.upTo ?? '') ? search.upTo : undefined
  const change = (part: TransactionsSearch) => onSearch({ page: undefined, upTo: undefined, ...part })
  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <ModeChip mode={mode} className="me-auto self-center" />
        <CsvButton filter={filter} />
        {mode === 'real' && <StatementButton />}
      </div>
      <AnnouncedDebits />
      <div className="grid grid-cols-2 gap-3 desktop:flex">
        <Select
          className={cx('desktop:w-52', mode === 'real' && 'mobile:col-span-2')}
          label={t('transactions.kind')}
          value={filter.kind ?? ''}
          onChange={(event) => change({ kind: event.target.value || undefined })}
          options={[
            { value: '', label: t('transactions.anyKind') },
            ...transactionKinds.map((value) => ({ value, label: t(`transactions.kinds.${value}`) })),
          ]}
        />
        {mode === 'real' && (
          <Select
            className="desktop:w-52"
            label={t('transactions.coin')}
            value={filter.coin ?? ''}
            onChange={(event) => change({ coin: event.target.value || undefined })}
            options={[
              { value: '', label: t('transactions.anyCoin') },
              ...coins.map((value) => ({ value, label: value })),
            ]}
          />
        )}
        <Select
          className="desktop:w-52"
          label={t('transactions.days')}
          value={filter.days ?? ''}
          onChange={(event) => change({ days: event.target.value || undefined })}
          options={[
            { value: '', label: t('transactions.anyDays') },
            ...periods.map((value) => ({
              value,
              label: t('transactions.lastDays', { count: Number.parseInt(value, 10) }),
            })),
          ]}
        />
      </div>
      <TransactionList
        filter={filter}
        page={page}
        upTo={upTo}
        onPage={(next, newest) => change({ page: String(next), upTo: next > 1 ? newest : undefined })}
        onClear={() => change({ kind: undefined, coin: undefined, days: undefined })}
      />
    </>
  )
}
