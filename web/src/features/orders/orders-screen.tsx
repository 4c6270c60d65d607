import { TextField } from '@evenhand/ui/field.tsx'
import { Tabs } from '@evenhand/ui/tabs.tsx'
import { useTranslations } from 'use-intl'
import type { ScreenProps } from '../../lib/feature.ts'
import { OpenOrders } from './open-orders.tsx'
import { OrderList } from './order-list.tsx'
import { OrderSheet } from './order-sheet.tsx'

export type OrdersSearch = {
  id?: string | undefined
  status?: string | undefined
  code?: string | undefined
  page?: string | undefined
}
const codeForm = /^[A-Z0-9][A-Z0-9._=-]{0,31}$/

/** All orders of the account in use: running or ended, by instrument, page by page; the address keeps the choice. */
export function OrdersScreen({ search, onSearch }: ScreenProps<OrdersSearch>) {
  const t = useTranslations('orders')
  const status = search.status === 'closed' ? 'closed' : 'open'
  const page = /^[1-9]\d{0,4}$/.test(search.page ?? '') ? Number.parseInt(search.page ?? '1', 10) : 1
  const typed = (search.code ?? '').trim().toUpperCase()
  const code = codeForm.test(typed) ? typed : ''
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Tabs
          label={t('list.title')}
          variant="segment"
          items={(['open', 'closed'] as const).map((value) => ({ value, label: t(`list.${value}`) }))}
          value={status}
          onChange={(value) => onSearch({ status: value, page: undefined })}
          panelId="orders-list"
        />
        <TextField
          label={t('list.code')}
          placeholder="BTCUSDT"
          value={search.code ?? ''}
          onChange={(event) => onSearch({ code: event.target.value || undefined, page: undefined })}
          dir="ltr"
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          className="w-60 mobile:w-full"
        />
      </div>
      <div id="orders-list" role="tabpanel" aria-label={t(`list.${status}`)}>
        {status === 'open' ? (
          <OpenOrders code={code} onOpen={(id) => onSearch({ id })} />
        ) : (
          <OrderList
            filter={{ status, code, page }}
            onPage={(next) => onSearch({ page: String(next) })}
            onOpen={(order) => onSearch({ id: order.id })}
          />
        )}
      </div>
      <OrderSheet id={search.id} onClose={() => onSearch({ id: undefined })} />
    </>
  )
}
