import { Stroke } from '@evenhand/ui/icon.tsx'
import { Link } from '@evenhand/ui/router.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFeatures, type Screen } from '../lib/feature.ts'
import { useMay } from '../lib/session.ts'
import { inRail } from './in-rail.ts'

/** The screens that this operator's roles open, in their groups. */
export function Nav({ onGo, children }: { onGo?: () => void; children?: ReactNode }) {
  const t = useTranslations('common')
  const may = useMay()
  const parts = inRail(useFeatures().screens, may)
  return (
    <nav aria-label={t('nav.label')} className="flex flex-col gap-4">
      {children}
      {parts.map(({ group, screens }) => (
        <div key={group ?? 'top'}>
          {group && (
            <h2
              id={`nav-${group}`}
              className="px-3 pb-1 text-11 font-600 text-ink-fg2 group-data-folded/rail:max-[99.99rem]:sr-only"
            >
              {t(`nav.${group}`)}
            </h2>
          )}
          <ul aria-labelledby={group && `nav-${group}`} className="flex flex-col gap-0.5">
            {screens.map((screen) => (
              <li key={screen.path}>
                <NavLink screen={screen} onGo={onGo} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

function NavLink({ screen, onGo }: { screen: Screen; onGo: (() => void) | undefined }) {
  const title = useTranslations()(screen.title)
  return (
    <Link
      href={screen.path}
      title={title}
      onClick={onGo}
      className="flex min-h-9 items-center gap-3 rounded-control px-3 text-ink-fg2 no-underline hover:bg-ink-panel hover:text-white aria-[current]:bg-ink-line aria-[current]:font-600 aria-[current]:text-white! mobile:min-h-11"
    >
      <Stroke path={screen.icon} size={18} />
      <span className="min-w-0 py-1 leading-tight text-pretty hyphens-auto group-data-folded/rail:max-[99.99rem]:sr-only">
        {title}
      </span>
    </Link>
  )
}
