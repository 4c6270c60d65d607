import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { TextKey } from '../../lib/feature.ts'
import { useLayout } from '../../lib/settings.ts'
import { BarTitle } from '../bar-slot.tsx'
import { BarHelp, ScreenHelp } from '../screen-help.tsx'
import { AccountNav } from './account-nav.tsx'
import { RestrictionNotice } from './restriction-notice.tsx'

/**
 * The frame of every account page: the pages' list beside it on a desktop, the title in the bar on a phone. The page stands
 * at the same place of the tree in both, so that turning a phone on its side loses no form and no picture on its way.
 */
export function AccountFrame({ title: key, children }: { title: TextKey; children: ReactNode }) {
  const title = useTranslations()(key)
  const mobile = useLayout() === 'mobile'
  return (
    <div
      className={
        mobile
          ? 'px-gutter py-4'
          : 'mx-auto grid max-w-content grid-cols-[minmax(14rem,max-content)_minmax(0,1fr)] gap-10 px-gutter py-8'
      }
    >
      {mobile ? (
        <>
          <BarTitle title={title} hidden />
          <BarHelp />
        </>
      ) : (
        <AccountNav />
      )}
      <div className={mobile ? 'flex min-w-0 flex-col gap-4' : 'flex min-w-0 flex-col gap-5'}>
        <div className={mobile ? 'sr-only' : 'flex items-center gap-3'}>
          <h1 className="text-24 font-700">{title}</h1>
          {!mobile && <ScreenHelp />}
        </div>
        <RestrictionNotice />
        {children}
      </div>
    </div>
  )
}
