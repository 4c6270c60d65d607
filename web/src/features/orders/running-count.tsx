import { listOptionsOrder } from '@evenhand/protocol/options.ts'
import { Icon } from '@evenhand/ui/icon.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { Card } from '@evenhand/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { usePollEvery } from '../../feed/session-connection.ts'
import { call } from '../../lib/call.ts'
import { useAccountMode } from '../../lib/session.ts'

/** How many orders run on the account in use, and the way to them. */
export function RunningCount() {
  const t = useTranslations('orders')
  const mode = useAccountMode()
  const { data } = useQuery({
    queryKey: ['mine', 'orders', mode, 'count'],
    queryFn: async ({ signal }) => {
      const answer = await call(listOptionsOrder, { status: 'open', page: 1, size: 1 }, { signal })
      return Array.isArray(answer) ? answer.length : answer.total
    },
    refetchInterval: usePollEvery(30_000),
  })
  return (
    <Card className="relative flex items-center gap-3 px-4 py-3 hover:bg-sunken">
      <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-control bg-accent-weak text-accent-text">
        <Icon name="clock" />
      </span>
      <span className="min-w-0 grow">
        <span className="block min-h-6 text-16 font-700">
          {data === undefined ? '' : t('running.count', { count: data })}
        </span>
        <Link
          to="/profile/orders"
          search={data === 0 ? { status: 'closed' } : {}}
          className="text-13 font-600 text-accent-text no-underline after:absolute after:inset-0 after:rounded-card"
        >
          {t('list.title')}
        </Link>
      </span>
      <Icon name="go" size={18} className="text-fg3" />
    </Card>
  )
}
