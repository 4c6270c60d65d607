import type { ReactNode } from 'react'
import { useLayout } from '../lib/settings.ts'
import { BarTitle } from './bar-slot.tsx'
import { BarHelp, ScreenHelp } from './screen-help.tsx'

/**
 * The heading of a screen, the same on all, with the way to its questions beside it. `inBar`: on a phone the screen has a
 * bar with its title, so that the heading stands there once and here for screen readers alone. `help` is false where the
 * screen is the answer itself.
 */
export function PageTitle({
  title,
  inBar = false,
  help = true,
}: {
  title: string
  inBar?: boolean
  help?: boolean
}): ReactNode {
  const barred = useLayout() === 'mobile' && inBar
  if (barred)
    return (
      <>
        <BarTitle title={title} hidden />
        {help && <BarHelp />}
        <h1 className="sr-only">{title}</h1>
      </>
    )
  return (
    <div className="flex items-center gap-3">
      <h1 className="text-24 font-700 text-balance desktop:text-28">{title}</h1>
      {help && <ScreenHelp />}
    </div>
  )
}
