import {
  failedDeliveries,
  maxRetried,
  retryDeliveries,
  type FailedDelivery,
  type FailedKind,
} from '@evenhand/protocol/failed-deliveries.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { shortened } from '../../case/copyable.tsx'
import { useMay } from '../../lib/session.ts'
import { usePage } from '../../lib/use-page.ts'
import { FilterSelect } from '../../queue/filter-select.tsx'
import { QueueScreen, type CaseProps, type TableSearch } from '../../queue/queue-screen.tsx'
import { whenColumn, wordColumn } from '../../table/column-kinds.tsx'
import type { Column } from '../../table/columns.ts'
import { useDeliveryName } from './delivery-name.ts'
import { DeliveryCase } from './delivery-case.tsx'
import { useRetry } from './use-retry.ts'

export type DeliveriesSearch = TableSearch & { kind?: FailedKind | undefined }
type DeliveriesProps = { search: DeliveriesSearch; onSearch: (change: DeliveriesSearch) => void }

function useColumns(kind: FailedKind): readonly Column<FailedDelivery>[] {
  const t = useTranslations('deliveries')
  const nameOf = useDeliveryName()
  return useMemo(
    () => [
      wordColumn({ id: 'name', title: t(`name.${kind}`), width: 16, card: 'title' }, (row) => nameOf(row)),
      whenColumn({ id: 'failedAt', title: t('failedAt'), width: 12, card: 'aside' }, (row) => row.failedAt, true),
      wordColumn({ id: 'attempts', title: t('attempts'), width: 7, card: 'line' }, (row) => String(row.attempts)),
      wordColumn({ id: 'error', title: t('error'), width: 20, card: 'line' }, (row) => row.error ?? '—'),
      {
        notice: wordColumn<FailedDelivery>({ id: 'customer', title: t('customer'), width: 12 }, (row) =>
          row.customerId === null ? '—' : shortened(row.customerId),
        ),
        event: wordColumn<FailedDelivery>(
          { id: 'subscription', title: t('subscription'), width: 12 },
          (row) => row.subscription ?? '—',
        ),
        alert: wordColumn<FailedDelivery>({ id: 'channel', title: t('channel'), width: 12 }, (row) =>
          row.alert === null ? '—' : t(`channels.${row.alert.channel}`),
        ),
      }[kind],
    ],
    [t, kind, nameOf],
  )
}

const NoticeCase = (props: CaseProps<FailedDelivery>) => <DeliveryCase {...props} kind="notice" />
const EventCase = (props: CaseProps<FailedDelivery>) => <DeliveryCase {...props} kind="event" />
const AlertCase = (props: CaseProps<FailedDelivery>) => <DeliveryCase {...props} kind="alert" />
const cases = { notice: NoticeCase, event: EventCase, alert: AlertCase }

/** Notices that did not reach their customers, events that no handler could finish, alerts that reached no operator; each can be retried. */
export function DeliveriesScreen({ search, onSearch }: DeliveriesProps) {
  const t = useTranslations('deliveries')
  const may = useMay()
  const { kind = 'notice' } = search
  const columns = useColumns(kind)
  const rows = usePage(failedDeliveries, { kind })
  const retry = useRetry(kind)
  const keys = rows.data?.slice(0, maxRetried).map(({ key }) => key) ?? []
  return (
    <QueueScreen
      label={t('title')}
      rows={rows}
      columns={columns}
      idOf={({ key }) => key}
      search={search}
      onSearch={onSearch}
      empty={t('none')}
      file="failed-deliveries"
      filters={
        <>
          <FilterSelect
            label={t('kind')}
            usual="notice"
            others={['event', 'alert'] as const}
            value={kind}
            word={(value) => t(`kinds.${value}`)}
            onChoose={(chosen) => onSearch({ kind: chosen, id: undefined })}
          />
          {may(retryDeliveries) && keys.length > 0 && (
            <Button variant="secondary" busy={retry.isPending} onClick={() => retry.mutate(keys)}>
              {t('retryAll', { count: keys.length })}
            </Button>
          )}
        </>
      }
      Case={cases[kind]}
    />
  )
}
