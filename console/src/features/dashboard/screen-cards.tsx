import { Stroke } from '@evenhand/ui/icon.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import { inRail } from '../../layout/in-rail.ts'
import { useFeatures } from '../../lib/feature.ts'
import { useMay } from '../../lib/session.ts'

/** The way to the work of a role that has none of the queues. */
export function ScreenCards() {
  const any = useTranslations()
  const parts = inRail(useFeatures().screens, useMay())
  const screens = parts.flatMap(({ group, screens: some }) => (group === undefined ? [] : some))
  return (
    <ul className="grid gap-3 desktop:grid-cols-3 mobile:grid-cols-1">
      {screens.map(({ path, icon, title }) => (
        <li key={path}>
          <Link
            href={path}
            className="flex h-full items-center gap-3 rounded-card bg-surface p-4 font-600 text-fg no-underline ring-1 ring-line hover:ring-control"
          >
            <Stroke path={icon} size={20} />
            {any(title)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
