import { Icon } from '@evenhand/ui/icon.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import { navOf, useScreens } from '../../lib/feature.ts'
import { useSession } from '../../lib/session.ts'
import { HangingMenu } from '../hanging-menu.tsx'
import { useLogout } from './use-logout.ts'

const line =
  'flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-start text-fg2 no-underline hover:bg-sunken hover:text-fg'
/** Of the account's pages, those a customer goes to from elsewhere; the rest stand beside them. */
const near: ReadonlySet<string> = new Set([
  '/profile',
  '/profile/orders',
  '/profile/transactions',
  '/profile/verification',
  '/profile/security',
  '/profile/settings',
  // Leaving is as near as anything else.
  '/profile/export',
])

/** Who is signed in, on a desktop: the nearest pages of the account, and the way out. */
export function UserMenu() {
  const t = useTranslations()
  const user = useSession()?.user
  const screens = useScreens()
  const { leave } = useLogout()
  if (user === undefined) return null
  const name = user.username || user.email
  return (
    <HangingMenu
      id="customer"
      label={t('common.nav.account')}
      buttonLabel={`${t('common.nav.account')}: ${name}`}
      face={
        <>
          <Icon name="user" />
          <bdi className="max-w-32 truncate font-600 max-[80em]:hidden">{name}</bdi>
        </>
      }
      panelClass="w-64"
    >
      {(close) => (
        <ul>
          {navOf(screens, 'account')
            .filter(({ path }) => near.has(path))
            .map(({ path, icon, title }) => (
              <li key={path}>
                <Link href={path} onClick={close} className={line}>
                  <Icon name={icon} />
                  {t(title)}
                </Link>
              </li>
            ))}
          <li className="mt-1 border-t border-line pt-1">
            <button type="button" className={line} onClick={leave}>
              <Icon name="leave" />
              {t('common.logout')}
            </button>
          </li>
        </ul>
      )}
    </HangingMenu>
  )
}
