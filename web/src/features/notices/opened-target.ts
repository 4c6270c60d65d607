import { listNotifications, readNotifications } from '@evenhand/protocol/notices.ts'
import { useEffect } from 'react'
import { unreadNotices } from '../../feed/session-connection.ts'
import { productNow } from '../../feed/quote-store.ts'
import { call } from '../../lib/call.ts'
import { isPathOf } from './notice-path.ts'

/** Notices that are searched; older unread ones are opened by hand. */
const maxUnread = 100

type OpenedProps = {
  href: string
  /** When the page was opened: milliseconds of the page's own life. */
  at: number
}

/**
 * Marks as read what the page shows that was opened: a customer who opens the thing itself need not open its notice too. What
 * comes while the page is open was not opened, and stays unread.
 */
export function OpenedTarget({ href, at }: OpenedProps): null {
  useEffect(() => {
    const leaving = new AbortController()
    const mark = async () => {
      const { rows } = await call(listNotifications, { unread: true, size: maxUnread }, { signal: leaving.signal })
      // The product's time comes with the first price, which may be after the page.
      const openedAt = productNow() - (performance.now() - at)
      const ids = rows.filter((notice) => notice.createdAt <= openedAt && isPathOf(notice, href)).map(({ id }) => id)
      if (ids.length > 0) unreadNotices.set((await call(readNotifications, { ids })).unread)
    }
    // Nothing is lost where it fails: the notice stays unread, and the next page requests again.
    void mark().catch(() => {})
    return () => leaving.abort()
  }, [href, at])
  return null
}
