import { operatorUsers } from '@evenhand/protocol/operator-customers.ts'
import { Chip } from '@evenhand/ui/chip.tsx'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { ExportButton } from '../../exports/export-button.tsx'
import { useTag } from '../../lib/settings.ts'
import { usePage } from '../../lib/use-page.ts'
import { FilterSelect } from '../../queue/filter-select.tsx'
import { FilterText } from '../../queue/filter-text.tsx'
import { QueueScreen } from '../../queue/queue-screen.tsx'
import { RequestTabs, type RequestTabsSearch } from '../../requests/request-tabs.tsx'
import { signColumn, whenColumn, wordColumn } from '../../table/column-kinds.tsx'
import type { Column } from '../../table/columns.ts'
import {
  countryName,
  customerVariant,
  customerStatuses,
  useCustomerTexts,
  useStatusText,
  type CustomerStatus,
} from './customer-words.ts'
import { CustomerCase } from './customer-case.tsx'

type Row = z.output<typeof operatorUsers.result>['rows'][number]
export type CustomerSearch = RequestTabsSearch & {
  q?: string | undefined
  status?: CustomerStatus | undefined
}

function useColumns(): readonly Column<Row>[] {
  const t = useTranslations('customers')
  const statusText = useStatusText()
  const { kycText, tierText } = useCustomerTexts()
  const tag = useTag()
  return useMemo(
    () => [
      wordColumn({ id: 'username', title: t('column.username'), width: 11, card: 'title' }, (row) => row.username),
      wordColumn(
        { id: 'status', title: t('column.status'), width: 9, card: 'aside' },
        (row) => row.status,
        (row) => <Chip variant={customerVariant(row.status)}>{statusText(row.status)}</Chip>,
      ),
      wordColumn({ id: 'email', title: t('column.email'), width: 13, card: 'line' }, (row) => row.email),
      wordColumn({ id: 'country', title: t('column.country'), width: 10, card: 'line' }, (row) =>
        countryName(row.country, tag),
      ),
      wordColumn({ id: 'kycStatus', title: t('column.kyc'), width: 11, card: 'line' }, (row) => kycText(row.kycStatus)),
      wordColumn({ id: 'tier', title: t('column.tier'), width: 8 }, (row) => tierText(row.tier)),
      whenColumn({ id: 'createdAt', title: t('column.createdAt'), width: 10 }, (row) => row.createdAt),
      signColumn({ id: 'id', title: t('column.id'), width: 11 }, (row) => row.id),
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- the status's words follow the texts
    [t, tag],
  )
}

type CustomersProps = { search: CustomerSearch; onSearch: (change: CustomerSearch) => void }

/** Customers, and for those who may, the orders of courts that two of them decide. */
export function CustomersScreen({ search, onSearch }: CustomersProps) {
  const t = useTranslations('customers')
  return (
    <RequestTabs
      label={t('title')}
      now={{ label: t('hold.people'), content: <CustomerTable search={search} onSearch={onSearch} /> }}
      requests={{ label: t('hold.tab'), kinds: ['customer.hold', 'customer.holdReview', 'customer.release'] }}
      search={search}
      onSearch={onSearch}
    />
  )
}

/** Customers, masked; beside them one of them in one view. */
function CustomerTable({ search, onSearch }: CustomersProps) {
  const t = useTranslations('customers')
  const columns = useColumns()
  const statusText = useStatusText()
  const { q, status } = search
  const rows = usePage(operatorUsers, {
    ...(q === undefined ? {} : { q }),
    ...(status === undefined ? {} : { status }),
  })
  return (
    <QueueScreen
      label={t('title')}
      rows={rows}
      columns={columns}
      presets={[
        {
          value: 'brief',
          title: t('preset.brief'),
          columns: ['username', 'status', 'email', 'kycStatus', 'createdAt'],
        },
      ]}
      idOf={({ id }) => id}
      search={search}
      onSearch={onSearch}
      empty={t('none')}
      filters={
        <>
          <FilterText
            label={t('find')}
            value={q}
            onChange={(text) => onSearch({ q: text, id: undefined })}
            width={20}
          />
          <FilterSelect
            label={t('column.status')}
            usual="ALL"
            others={customerStatuses}
            value={status}
            word={statusText}
            onChoose={(chosen) => onSearch({ status: chosen, id: undefined })}
          />
          <ExportButton what="users" />
        </>
      }
      Case={CustomerCase}
      wide
    />
  )
}
