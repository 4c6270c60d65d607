import { Link } from '@evenhand/ui/router.ts'
import { buttonClass } from '@evenhand/ui/button.tsx'
import { useTranslations } from 'use-intl'
import { useAccountMode, useSession } from '../lib/session.ts'
import { useMarketList } from '../features/markets/market-list.ts'

const maxShown = 4
type Params = { code: string; type: number }

/** Instruments on which options can be bought now, those of the same market first; nothing where there are none. */
export function OpenMarkets({ code, type }: Params) {
  const t = useTranslations('trade')
  const mode = useAccountMode()
  const account = useSession() ? mode : 'virtual'
  const { items = [] } = useMarketList('all')
  const open = items.filter((item) => item.code !== code && item.session.open && item.options?.includes(account))
  const shown = [...open.filter((item) => item.type === type), ...open.filter((item) => item.type !== type)].slice(
    0,
    maxShown,
  )
  if (shown.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <span className="text-13 text-fg2">{t('openNow')}</span>
      {shown.map((item) => (
        <Link
          key={item.code}
          to="/cruuency"
          search={{ code: item.code, type: item.type, id: item.id }}
          className={buttonClass('weak', 'small')}
        >
          <bdi dir="ltr">{item.code}</bdi>
        </Link>
      ))}
    </div>
  )
}
