import { buttonClass } from '@evenhand/ui/button.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import { navOf, useScreens } from '../lib/feature.ts'
import { useSession } from '../lib/session.ts'
import { AccountChip } from './account-chip.tsx'
import { Bell } from './bell.tsx'
import { Brand } from './brand.tsx'
import { FeedDot } from './feed-dot.tsx'
import { LanguageDropdown } from './language-dropdown.tsx'
import { ThemeButton } from './theme-button.tsx'

export function DesktopBar({ wide }: { wide: boolean }) {
  const t = useTranslations('common')
  const any = useTranslations()
  const session = useSession()
  return (
    <div className={`mx-auto flex h-16 items-center gap-6 px-gutter ${wide ? 'max-w-trading' : 'max-w-content'}`}>
      <Brand label={t('nav.home')} />
      <nav aria-label={t('nav.label')} className="flex grow items-center gap-1">
        {navOf(useScreens(), 'tab').map((tab) => (
          <Link
            key={tab.path}
            href={tab.path}
            className="rounded-control px-3.5 py-2 text-15 text-fg2 no-underline hover:bg-sunken hover:text-fg aria-[current=page]:bg-sunken aria-[current=page]:font-600 aria-[current=page]:text-fg"
          >
            {any(tab.title)}
          </Link>
        ))}
      </nav>
      <div className="flex items-center gap-1">
        <FeedDot />
        <ThemeButton />
        <LanguageDropdown />
        <AccountChip />
        <Bell />
        {session ? (
          <Link to="/profile" className={buttonClass('quiet')}>
            <Icon name="user" />
            <bdi className="max-w-40 truncate">{session.user.username || session.user.email}</bdi>
          </Link>
        ) : (
          <>
            <Link data-visitor to="/pass/login" className={buttonClass('quiet')}>
              {t('login')}
            </Link>
            <Link data-visitor to="/pass/register" className={buttonClass('primary')}>
              {t('register')}
            </Link>
          </>
        )}
      </div>
    </div>
  )
}
