import { buttonClass } from '@evenhand/ui/button.tsx'
import { Link, useLocation } from '@evenhand/ui/router.ts'
import { Banner } from '@evenhand/ui/states.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ModeSwitch } from '../../layout/mode-switch.tsx'
import { useAccountMode, useSession } from '../../lib/session.ts'

type BarProps = { login: 'loginBid' | 'loginBuy'; children: ReactNode }

/** The buttons of a work, pinned on a phone; a visitor is offered to log in, and the virtual account is offered to switch. */
export function ActionBar({ login, children }: BarProps) {
  const t = useTranslations('collectibles')
  const mode = useAccountMode()
  const signedIn = useSession() !== undefined
  const back = useLocation().href
  if (!signedIn)
    return (
      <Link to="/pass/login" search={{ back }} className={buttonClass('primary', 'large')}>
        {t(`act.${login}`)}
      </Link>
    )
  if (mode === 'virtual')
    return (
      <Banner variant="info" action={<ModeSwitch to="real" />}>
        {t('act.virtual')}
      </Banner>
    )
  return (
    <div className="flex flex-col gap-2 mobile:fixed mobile:inset-x-0 mobile:bottom-[calc(3.75rem+env(safe-area-inset-bottom))] mobile:z-10 mobile:flex-row mobile:border-t mobile:border-line mobile:bg-surface mobile:px-gutter mobile:py-2 mobile:*:grow">
      {children}
    </div>
  )
}
