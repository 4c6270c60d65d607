import { buttonClass } from '@evenhand/ui/button.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import { useSession } from '../lib/session.ts'
import { Brand } from './brand.tsx'
import { AccountMenu, Bell, RunningChip, UserMenu } from './customer-parts.ts'
import { FeedDot } from './feed-dot.tsx'
import { LanguageDropdown } from './language-dropdown.tsx'
import { ThemeButton } from './theme-button.tsx'
import { useTabs } from './use-tabs.ts'
import { useWayBack } from './use-way-back.ts'

export function DesktopBar({ wide }: { wide: boolean }) {
  const t = useTranslations('common')
  const any = useTranslations()
  const session = useSession()
  const back = useWayBack()
  return (
    <div
      className={`mx-auto flex h-16 items-center gap-6 px-gutter max-[72em]:gap-2 ${wide ? 'max-w-trading' : 'max-w-content'}`}
    >
      <Brand label={t('nav.home')} />
      <nav aria-label={t('nav.label')} className="flex grow items-center gap-1">
        {useTabs().map((tab) => (
          <Link
            key={tab.path}
            href={tab.path}
            {...tab.mark}
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
        {session ? (
          <>
            <RunningChip />
            <div className="flex min-h-10 min-w-44 items-center justify-end">
              <AccountMenu />
            </div>
            <span className="size-10">
              <Bell />
            </span>
            <UserMenu />
          </>
        ) : (
          <>
            <Link data-visitor to="/pass/login" search={{ back }} className={buttonClass('quiet')}>
              {t('login')}
            </Link>
            <Link data-visitor to="/pass/register" search={{ back }} className={buttonClass('primary')}>
              {t('register')}
            </Link>
          </>
        )}
      </div>
    </div>
  )
}
