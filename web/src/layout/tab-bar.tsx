import { Icon } from '@evenhand/ui/icon.tsx'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { navTabs } from './nav-tabs.ts'

/** The mobile bottom navigation, 60 px high above the device's own edge. */
export function TabBar() {
  const t = useTranslations('common')
  return (
    <nav
      aria-label={t('nav.label')}
      className="fixed inset-x-0 bottom-0 z-20 flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]"
    >
      {navTabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          activeOptions={{ exact: tab.to === '/' }}
          className="flex h-15 grow basis-0 flex-col items-center justify-center gap-0.5 text-12 text-fg2 no-underline aria-[current=page]:font-600 aria-[current=page]:text-accent-text"
        >
          <Icon name={tab.icon} size={22} />
          {t(`nav.${tab.key}`)}
        </Link>
      ))}
    </nav>
  )
}
