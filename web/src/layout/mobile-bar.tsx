import { buttonClass, IconButton } from '@evenhand/ui/button.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { Link, useCanGoBack, useRouter } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import { useSession } from '../lib/session.ts'
import { AccountChip } from './account-chip.tsx'
import { barSlotId } from './bar-slot.tsx'
import { Bell } from './bell.tsx'
import { Brand } from './brand.tsx'
import type { Chrome } from './chrome.ts'
import { FeedDot } from './feed-dot.tsx'
import { LanguageButton } from './language-button.tsx'

export function MobileBar({ top }: { top: Chrome['top'] }) {
  const t = useTranslations('common')
  const session = useSession()
  return (
    <div className="flex h-14 items-center gap-1 ps-2 pe-2">
      {top !== 'brand' && <BackButton />}
      {top === 'page' ? (
        <div id={barSlotId} className="flex min-w-0 grow items-center gap-2" />
      ) : (
        <div className="grow ps-2">
          <Brand label={t('nav.home')} />
        </div>
      )}
      {top === 'brand' && <FeedDot words={false} />}
      {top === 'brand' && <AccountChip short />}
      {top === 'brand' && (
        <Link
          to="/market"
          search={{ find: '1' }}
          aria-label={t('nav.search')}
          className="inline-flex size-11 items-center justify-center rounded-control text-fg2"
        >
          <Icon name="search" />
        </Link>
      )}
      {top !== 'page' && <LanguageButton />}
      {top !== 'pass' && <Bell />}
      {top === 'brand' && !session && (
        <Link data-visitor to="/pass/login" className={`${buttonClass('quiet')} whitespace-nowrap`}>
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
