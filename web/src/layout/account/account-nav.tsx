import { Icon } from '@evenhand/ui/icon.tsx'
import { Link, useLocation } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import { navOf, useScreens } from '../../lib/feature.ts'
import { useLayout } from '../../lib/settings.ts'
import { pageOfPath } from './account-pages.ts'

/** The pages of the account: a column beside them on a desktop, rows of a menu on a phone. */
export function AccountNav() {
  const t = useTranslations()
  const screens = useScreens()
  const mobile = useLayout() === 'mobile'
  const here = pageOfPath(screens, useLocation().pathname)
  return (
    <nav
      aria-label={t('profile.pages')}
      className={mobile ? 'overflow-hidden rounded-card bg-surface ring-1 ring-line' : ''}
    >
      <ul className={mobile ? 'divide-y divide-line' : 'flex flex-col gap-1'}>
        {navOf(screens, 'account')
          .filter((place) => !mobile || place.path !== '/profile')
          .map((place) => (
            <li key={place.path}>
              <Link
                href={place.path}
                exact
                // A page below one of the list has no line of its own: the line it was reached by stays marked.
                {...(!mobile && place.path === here ? { 'aria-current': true } : {})}
                className="flex min-h-12 items-center gap-3 px-4 text-fg2 no-underline desktop:min-h-11 desktop:rounded-control desktop:px-3 hover:bg-sunken hover:text-fg aria-[current]:bg-accent-weak aria-[current]:font-600 aria-[current]:text-accent-text"
              >
                <Icon name={place.icon} />
                <span className="grow">{t(place.title)}</span>
                {mobile && <Icon name="forward" size={18} className="text-fg3" />}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}
