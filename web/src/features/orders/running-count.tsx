import { listContractOrder } from '@evenhand/protocol/contracts.ts'
import { listOptionsOrder } from '@evenhand/protocol/options.ts'
import { listSmartOrder } from '@evenhand/protocol/plans.ts'
import { Icon } from '@evenhand/ui/icon.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { Card } from '@evenhand/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { usePollEvery } from '../../feed/session-connection.ts'
import { call } from '../../lib/call.ts'
import { useAccountMode } from '../../lib/session.ts'
import { useLang } from '../../lib/settings.ts'

/** A page of one row is enough to know how many there are. */
const oneRow = { page: 1, size: 1 } as const
const totalOf = (found: readonly unknown[] | { total: number }): number =>
  'total' in found ? found.total : found.length

/** What runs on the account in use, by product in the order of their tabs. The virtual account has no plans. */
function useRunningCounts() {
  const mode = useAccountMode()
  const lang = useLang()
  return useQuery({
    queryKey: ['mine', 'orders', mode, 'count'],
    queryFn: async ({ signal }) => {
      const [options, open, pending, plans] = await Promise.all([
        call(listOptionsOrder, { status: 'open', ...oneRow }, { signal, mode }),
        call(listContractOrder, { status: 'open', ...oneRow }, { signal, mode }),
        call(listContractOrder, { status: 'pending', ...oneRow }, { signal, mode }),
        mode === 'real' ? call(listSmartOrder, { status: 'EARNING', lang, ...oneRow }, { signal, mode }) : [],
      ])
      return { options: totalOf(options), contracts: totalOf(open) + totalOf(pending), plans: totalOf(plans) }
    },
    refetchInterval: usePollEvery(30_000),
  })
}

/** How many orders run on the account in use, and the way to the first product that has any. */
export function RunningCount() {
  const t = useTranslations('orders')
  const { data } = useRunningCounts()
  const count = data === undefined ? undefined : data.options + data.contracts + data.plans
  const first = (['options', 'contracts', 'plans'] as const).find((product) => (data?.[product] ?? 0) > 0)
  return (
    <Card className="relative flex items-center gap-3 px-4 py-3 hover:bg-sunken">
      <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-control bg-accent-weak text-accent-text">
        <Icon name="clock" />
      </span>
      <span className="min-w-0 grow">
        <span className="block min-h-6 text-16 font-700">
          {count === undefined ? '' : t('running.count', { count })}
        </span>
        <Link
          to="/profile/orders"
          search={
            count === 0 ? { status: 'closed' } : first === undefined || first === 'options' ? {} : { product: first }
          }
          className="text-13 font-600 text-accent-text no-underline after:absolute after:inset-0 after:rounded-card"
        >
          {t('list.title')}
        </Link>
      </span>
      <Icon name="go" size={18} className="text-fg3" />
    </Card>
  )
}
