import { Icon, type IconName } from '@evenhand/ui/icon.tsx'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { languageOf, useLang } from '../../lib/settings.ts'

const places = [
  { to: '/profile/language', key: 'language', icon: 'globe' },
  { to: '/profile/security', key: 'security', icon: 'shield' },
  { to: '/profile/notification', key: 'notification', icon: 'bell' },
  { to: '/profile/limits', key: 'limits', icon: 'clock' },
  { to: '/profile/export', key: 'data', icon: 'document' },
] as const satisfies readonly { to: string; key: string; icon: IconName }[]

/** The settings that have a page of their own, each with what is set there. */
export function SettingsLinks() {
  const t = useTranslations('profile')
  const language = languageOf(useLang())
  const said = (key: (typeof places)[number]['key']): ReactNode =>
    key === 'language' ? <bdi lang={language.tag}>{language.name}</bdi> : t(`elsewhere.${key}`)
  return (
    <nav
      aria-label={t('elsewhere.label')}
      className="max-w-160 overflow-hidden rounded-card bg-surface ring-1 ring-line"
    >
      <ul className="divide-y divide-line">
        {places.map(({ to, key, icon }) => (
          <li key={to}>
            <Link
              to={to}
              search={to === '/profile/notification' ? { view: 'settings' } : {}}
              className="flex min-h-14 items-center gap-3 px-5 py-2 text-fg no-underline hover:bg-sunken"
            >
              <Icon name={icon} className="shrink-0 text-fg2" />
              <span className="min-w-0 grow">
                <span className="block font-600">{t(`page.${key}`)}</span>
                <span className="block text-13 text-fg2">{said(key)}</span>
              </span>
              <Icon name="forward" size={18} className="shrink-0 text-fg3" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
