import { Icon } from '@evenhand/ui/icon.tsx'
import { hrefOf, Link } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import { navOf, useScreens } from '../../lib/feature.ts'
import { languageOf, useLang } from '../../lib/settings.ts'

/** The settings that have a page of their own, each with what is set there. */
export function SettingsLinks() {
  const t = useTranslations()
  const language = languageOf(useLang())
  return (
    <nav
      aria-label={t('profile.elsewhere.label')}
      className="max-w-card overflow-hidden rounded-card bg-surface ring-1 ring-line"
    >
      <ul className="divide-y divide-line">
        {navOf(useScreens(), 'setting').map(({ path, title, icon, text, search }) => (
          <li key={path}>
            <Link
              href={hrefOf({ to: path, search: search ?? {} })}
              className="flex min-h-14 items-center gap-3 px-5 py-2 text-fg no-underline hover:bg-sunken"
            >
              <Icon name={icon} className="shrink-0 text-fg2" />
              <span className="min-w-0 grow">
                <span className="block font-600">{t(title)}</span>
                <span className="block text-13 text-fg2">
                  {text ? t(text) : <bdi lang={language.tag}>{language.name}</bdi>}
                </span>
              </span>
              <Icon name="forward" size={18} className="shrink-0 text-fg3" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
