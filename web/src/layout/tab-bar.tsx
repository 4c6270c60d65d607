import { Icon } from '@evenhand/ui/icon.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import { useTabs } from './use-tabs.ts'

/** The mobile bottom navigation, 60 px high above the device's own edge; at its end stands the chat button, which so covers nothing. */
export function TabBar() {
  const t = useTranslations('common')
  const any = useTranslations()
  return (
    <nav
      aria-label={t('nav.label')}
      className="fixed inset-x-0 bottom-0 z-20 flex border-t border-line bg-surface pe-13 pb-[env(safe-area-inset-bottom)]"
    >
      {useTabs().map((tab) => (
        <Link
          key={tab.path}
          href={tab.path}
          {...tab.mark}
          className="tab-label text-fg2 no-underline aria-[current=page]:font-600 aria-[current=page]:text-accent-text"
        >
          <Icon name={tab.icon} size={22} />
          {any(tab.title)}
        </Link>
      ))}
    </nav>
  )
}
