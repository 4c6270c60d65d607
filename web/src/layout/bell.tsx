import { Icon } from '@evenhand/ui/icon.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import { useUnread } from '../feed/session-connection.ts'
import { useSession } from '../lib/session.ts'

const maxShown = 99

/** The bell of a signed-in customer, with how many notices are unread; leads to them. */
export function Bell() {
  const t = useTranslations('common')
  const unread = useUnread()
  if (!useSession()) return null
  const label = t('bell', { count: Math.min(unread, maxShown + 1) })
  return (
    <Link
      to="/profile/notification"
      search={{}}
      aria-label={label}
      title={label}
      className="relative inline-flex size-10 shrink-0 items-center justify-center rounded-control text-fg2 hover:bg-sunken hover:text-fg mobile:size-11"
    >
      <Icon name="bell" />
      {unread > 0 && (
        <span
          aria-hidden="true"
          dir="ltr"
          className="absolute start-5.5 top-0.5 inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-full bg-accent px-1 text-11 leading-none font-700 text-on-accent"
        >
          {unread > maxShown ? `${maxShown}+` : unread}
        </span>
      )}
    </Link>
  )
}
