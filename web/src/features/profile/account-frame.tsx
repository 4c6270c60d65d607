import type { ReactNode } from 'react'
import { BarSlot } from '../../layout/bar-slot.tsx'
import { useLayout } from '../../lib/settings.ts'
import { useTitle } from '../../lib/use-title.ts'
import { AccountNav } from './account-nav.tsx'

/** The frame of every account page: the pages' list beside it on a desktop, the title in the bar on a phone. */
export function AccountFrame({ title, children }: { title: string; children: ReactNode }) {
  const mobile = useLayout() === 'mobile'
  useTitle(title)
  if (mobile)
    return (
      <div className="flex flex-col gap-4 px-gutter py-4">
        <BarSlot>
          <span className="truncate font-600" aria-hidden="true">
            {title}
          </span>
        </BarSlot>
        <h1 className="sr-only">{title}</h1>
        {children}
      </div>
    )
  return (
    <div className="mx-auto grid max-w-content grid-cols-[14rem_minmax(0,1fr)] gap-10 px-gutter py-8">
      <AccountNav />
      <div className="flex min-w-0 flex-col gap-5">
        <h1 className="text-24 font-700">{title}</h1>
        {children}
      </div>
    </div>
  )
}
