import { buttonClass, IconButton } from '@evenhand/ui/button.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { Link, useCanGoBack, useRouter } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import { useSession } from '../lib/session.ts'
import { barSlotId } from './bar-slot.tsx'
import { Brand } from './brand.tsx'
import type { Chrome } from './chrome.ts'
import { AccountMenu, Bell, RunningChip } from './customer-parts.ts'
import { FeedDot } from './feed-dot.tsx'
import { LanguageButton } from './language-button.tsx'
import { useWayBack } from './use-way-back.ts'

export function MobileBar({ top }: { top: Chrome['top'] }) {
  const t = useTranslations('common')
  const session = useSession()
  const back = useWayBack()
  const inApp = top === 'brand' || top === 'page'
  const own = inApp && session
  return (
    // Where no tab bar has it, the bar keeps the place of the chat button.
    <div className={`flex h-14 items-center gap-1 ps-2 ${top === 'pass' ? 'pe-14' : 'pe-2'}`}>
      {top !== 'brand' && <BackButton />}
      {top === 'page' || top === 'chat' ? (
        <div id={barSlotId} className="@container flex min-w-0 grow items-center gap-2" />
      ) : (
        <div className={session ? 'grow' : 'grow ps-2'}>
          <Brand label={t('nav.home')} short={session !== undefined} />
        </div>
      )}
      {top === 'brand' && <FeedDot words={false} />}
      {own && <RunningChip />}
      {own && (
        <div className="flex min-w-18 justify-end">
          <AccountMenu />
        </div>
      )}
      {top === 'brand' && (
        <Link
          to="/market"
          search={{ find: '1' }}
          aria-label={t('nav.search')}
          className="bar-find inline-flex size-11 shrink-0 items-center justify-center rounded-control text-fg2"
        >
          <Icon name="search" />
        </Link>
      )}
      {(top !== 'page' || !session) && <LanguageButton />}
      {own && (
        <span className="size-11">
          <Bell />
        </span>
      )}
      {inApp && !session && (
        <Link data-visitor to="/pass/login" search={{ back }} className={`${buttonClass('quiet')} bar-login`}>
          {t('login')}
        </Link>
      )}
    </div>
  )
}

function BackButton() {
  const t = useTranslations('common')
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const back = () => (canGoBack ? router.back() : void router.navigate({ to: '/' }))
  return <IconButton icon="back" label={t('back')} onClick={back} />
}
