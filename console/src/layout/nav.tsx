import { cx } from '@evenhand/ui/cx.ts'
import { Stroke } from '@evenhand/ui/icon.tsx'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '../lib/session.ts'
import { groups, isOpen, screens, type Screen } from './screens.ts'

/** The screens that this operator's roles open, in their groups. */
export function Nav({ onGo, children }: { onGo?: () => void; children?: ReactNode }) {
  const t = useTranslations('common')
  const may = useMay()
  const open = screens.filter((screen) => isOpen(screen, may))
  return (
    <nav aria-label={t('nav.label')} className="flex flex-col gap-4">
      {children}
      {[undefined, ...groups].map((group) => {
        const own = open.filter((screen) => screen.group === group)
        if (own.length === 0) return null
        return (
          <div key={group ?? 'top'}>
            {group && (
              <h2 id={`nav-${group}`} className="px-3 pb-1 text-11 font-600 text-ink-fg2">
                {t(`nav.${group}`)}
              </h2>
            )}
            <ul aria-labelledby={group && `nav-${group}`} className="flex flex-col gap-0.5">
              {own.map((screen) => (
                <li key={screen.key}>
                  <NavLink screen={screen} onGo={onGo} />
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </nav>
  )
}

function NavLink({ screen, onGo }: { screen: Screen; onGo: (() => void) | undefined }) {
  const t = useTranslations('common')
  return (
    <Link
      to={screen.to}
      onClick={onGo}
      activeOptions={{ exact: screen.to === '/', includeSearch: false }}
      className="flex min-h-9 items-center gap-3 rounded-control px-3 text-ink-fg2 no-underline hover:bg-ink-panel hover:text-white mobile:min-h-11"
      activeProps={{ className: cx('bg-ink-line font-600 text-white!') }}
    >
      <Stroke path={screen.icon} size={18} />
      <span className="min-w-0 truncate">{t(`screen.${screen.key}`)}</span>
    </Link>
  )
}
