import { timeFormat } from '@evenhand/protocol/sentence-date.ts'
import type { AccountMode } from '@evenhand/protocol/money.ts'
import type { NoticeCategory, Notification } from '@evenhand/protocol/notices.ts'
import { IconButton } from '@evenhand/ui/button.tsx'
import { cx } from '@evenhand/ui/cx.ts'
import { Icon, type IconName } from '@evenhand/ui/icon.tsx'
import { Link } from '@evenhand/ui/router.ts'
import type { MouseEvent } from 'react'
import { useTranslations } from 'use-intl'
import { Dot } from '../../lib/dot.tsx'
import { useAccountMode } from '../../lib/session.ts'
import { languageOf, useLang } from '../../lib/settings.ts'
import { ModeChip } from '../../layout/mode-chip.tsx'
import { pathOf } from './notice-path.ts'
import { useNoticeText } from './notice-text.ts'

export const icons: Readonly<Record<NoticeCategory, IconName>> = {
  TRADE: 'candles',
  RISK: 'warning',
  FUNDS: 'swap',
  SECURITY: 'shield',
  LEGAL: 'document',
  ACCOUNT: 'user',
  ALERT: 'bell',
}

type RowProps = {
  notice: Notification
  onRead: () => void
  /** It belongs to the account that is not in use. */
  onElsewhere: (mode: AccountMode, href: string) => void
}

/** One notice: opening it marks it as read and leads to what it is about. */
export function NoticeRow({ notice, onRead, onElsewhere }: RowProps) {
  const t = useTranslations('notices')
  const { title, text } = useNoticeText()(notice)
  const used = useAccountMode()
  const tag = languageOf(useLang()).tag
  const unread = notice.readAt === undefined
  const { href, mode } = pathOf(notice)
  const open = (event: MouseEvent) => {
    if (unread) onRead()
    if (mode === undefined || mode === used || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onElsewhere(mode, href)
  }
  return (
    <li className="relative flex items-start gap-3 px-4 py-3.5 hover:bg-sunken desktop:gap-4 desktop:px-5">
      <span
        className={cx(
          'relative inline-flex size-9 shrink-0 items-center justify-center rounded-full',
          unread ? 'bg-accent-weak text-accent-text' : 'bg-sunken text-fg3',
        )}
      >
        <Icon name={icons[notice.category]} size={18} />
        {unread && <span aria-hidden="true" className="absolute end-0 top-0 size-2 rounded-full bg-accent" />}
      </span>
      <div className="flex min-w-0 grow flex-col gap-1">
        <p>
          <Link
            href={href}
            onClick={open}
            className={cx(
              'text-fg no-underline after:absolute after:inset-0 after:content-[""]',
              unread ? 'font-700' : 'font-500',
            )}
          >
            {unread && <span className="sr-only">{t('isUnread')} </span>}
            {title}
          </Link>
        </p>
        <p className="text-14 wrap-anywhere text-fg2">{text}</p>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-fg3">
          <span>
            {t(`category.${notice.category}`)}
            <Dot />
            <time dateTime={new Date(notice.createdAt).toISOString()}>
              {timeFormat(tag, { timeStyle: 'short' }).format(notice.createdAt)}
            </time>
          </span>
          {mode && <ModeChip mode={mode} />}
        </p>
      </div>
      {unread && (
        <IconButton
          icon="check"
          label={t('markRead')}
          aria-label={t('markReadOf', { title })}
          onClick={onRead}
          className="z-1 -me-2 shrink-0"
        />
      )}
    </li>
  )
}
