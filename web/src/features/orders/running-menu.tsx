import { Link } from '@evenhand/ui/router.ts'
import { buttonClass } from '@evenhand/ui/button.tsx'
import { useTranslations } from 'use-intl'
import { Queries } from '../../lib/queries.tsx'
import { useStore } from '../../lib/store.ts'
import { runningOrders } from './result-store.ts'
import { openOrder } from './opened-order.ts'
import { RunningOrder } from './running-order.tsx'

/** The running orders of the account in use, the one that ends first above. */
export function RunningMenu({ onClose }: { onClose: () => void }) {
  const t = useTranslations('running')
  const orders = useStore(runningOrders).toSorted((a, b) => (a.expirationTime ?? 0) - (b.expirationTime ?? 0))
  const open = (id: string) => {
    onClose()
    openOrder(id)
  }
  return (
    <Queries>
      <ul aria-label={t('count', { count: orders.length })} className="max-h-96 divide-y divide-line overflow-y-auto">
        {orders.map((order) => (
          <li key={order.id} className="p-2">
            <RunningOrder order={order} onOpen={open} />
          </li>
        ))}
      </ul>
      <Link
        to="/profile/orders"
        search={{}}
        onClick={onClose}
        className={`${buttonClass('quiet', 'small')} mt-1 w-full`}
      >
        {t('all')}
      </Link>
    </Queries>
  )
}
