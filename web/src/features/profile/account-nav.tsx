import { Icon, type IconName } from '@evenhand/ui/icon.tsx'
import { Link, useRouterState } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useLayout } from '../../lib/settings.ts'
import { placeOf } from './account-places.ts'

const places = [
  { to: '/profile', key: 'overview', icon: 'user' },
  { to: '/profile/balance', key: 'balance', icon: 'wallet' },
  { to: '/profile/orders', key: 'orders', icon: 'list' },
  { to: '/profile/transactions', key: 'transactions', icon: 'swap' },
  { to: '/profile/notification', key: 'notification', icon: 'bell' },
  { to: '/profile/verification', key: 'verification', icon: 'check' },
  { to: '/profile/security', key: 'security', icon: 'shield' },
  { to: '/profile/settings', key: 'settings', icon: 'settings' },
  { to: '/profile/limits', key: 'limits', icon: 'clock' },
  { to: '/profile/language', key: 'language', icon: 'globe' },
  { to: '/profile/complaints', key: 'complaints', icon: 'edit' },
  { to: '/profile/export', key: 'data', icon: 'document' },
] as const satisfies readonly { to: string; key: string; icon: IconName }[]

/** The pages of the account: a column beside them on a desktop, rows of a menu on a phone. */
export function AccountNav() {
  const t = useTranslations('profile')
  const mobile = useLayout() === 'mobile'
  const here = useRouterState({ select: ({ location }) => placeOf(location.pathname) })
  return (
    <nav aria-label={t('pages')} className={mobile ? 'overflow-hidden rounded-card bg-surface ring-1 ring-line' : ''}>
      <ul className={mobile ? 'divide-y divide-line' : 'flex flex-col gap-1'}>
        {places
          .filter((place) => !mobile || place.key !== 'overview')
          .map((place) => (
            <li key={place.to}>
              <Link
                to={place.to}
                activeOptions={{ exact: true }}
                // A page below one of the list has no line of its own: the line it was reached by stays marked.
                {...(!mobile && place.to === here ? { 'aria-current': true } : {})}
                className="flex min-h-12 items-center gap-3 px-4 text-fg2 no-underline desktop:min-h-11 desktop:rounded-control desktop:px-3 hover:bg-sunken hover:text-fg aria-[current]:bg-accent-weak aria-[current]:font-600 aria-[current]:text-accent-text"
              >
                <Icon name={place.icon} />
                <span className="grow">{t(`page.${place.key}`)}</span>
                {mobile && <Icon name="forward" size={18} className="text-fg3" />}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}
