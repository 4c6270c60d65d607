import { cx } from '@evenhand/ui/cx.ts'
import { Icon } from '@evenhand/ui/icon.tsx'
import { Link, useLocation } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import { accountGroups, navOf, useScreens } from '../../lib/feature.ts'
import { useLayout } from '../../lib/settings.ts'
import { pageOfPath } from './account-pages.ts'
import { useLogout } from './use-logout.ts'

const line =
  'flex min-h-12 w-full items-center gap-3 px-4 text-start text-fg2 no-underline desktop:min-h-10 desktop:rounded-control desktop:px-3 hover:bg-sunken hover:text-fg'

/** The pages of the account by what they are about: a column beside them on a desktop, rows of a menu on a phone. */
export function AccountNav() {
  const t = useTranslations()
  const screens = useScreens()
  const mobile = useLayout() === 'mobile'
  const here = pageOfPath(screens, useLocation().pathname)
  const pages = navOf(screens, 'account').filter(({ path }) => !mobile || path !== '/profile')
  const groups = [undefined, ...accountGroups].filter((group) => pages.some((page) => page.group === group))
  return (
    <nav aria-label={t('profile.pages')} className="flex flex-col gap-4">
      {groups.map((group) => (
        <div key={group ?? ''}>
          {group && <h2 className="px-3 pb-1 text-12 font-600 text-fg3">{t(`profile.group.${group}`)}</h2>}
          <ul
            className={
              mobile
                ? 'divide-y divide-line overflow-hidden rounded-card bg-surface ring-1 ring-line'
                : 'flex flex-col gap-0.5'
            }
          >
            {pages
              .filter((page) => page.group === group)
              .map((page) => (
                <li key={page.path}>
                  <Link
                    href={page.path}
                    exact
                    // A page below one of the list has no line of its own: the line it was reached by stays marked.
                    {...(!mobile && page.path === here ? { 'aria-current': true } : {})}
                    className={cx(
                      line,
                      'aria-[current]:bg-accent-weak aria-[current]:font-600 aria-[current]:text-accent-text',
                    )}
                  >
                    <Icon name={page.icon} />
                    <span className="grow">{t(page.title)}</span>
                    {mobile && <Icon name="forward" size={18} className="text-fg3" />}
                  </Link>
                </li>
              ))}
            {mobile && group === 'support' && <Leave />}
          </ul>
        </div>
      ))}
    </nav>
  )
}

/** The way out, which a desktop has in the menu of its bar. */
function Leave() {
  const t = useTranslations('common')
  const { busy, leave } = useLogout()
  return (
    <li>
      <button type="button" aria-busy={busy || undefined} onClick={leave} className={line}>
        <Icon name="leave" />
        {t('logout')}
      </button>
    </li>
  )
}
