import type { Notification, SocketFrame } from '@evenhand/protocol/notices.ts'
import { useLocation } from '@evenhand/ui/router.ts'
import { useEffect, useState } from 'react'
import { onSessionFrame, useUnread } from '../feed/session-connection.ts'
import { lazyPart } from '../lib/lazy-part.tsx'
import { loadTexts } from '../lib/texts.ts'

const NoticeToast = lazyPart(async () => {
  const [part] = await Promise.all([import('../features/notices/notice-toast.tsx'), loadTexts('notice', 'notices')])
  return part.NoticeToast
})

const OpenedTarget = lazyPart(async () => (await import('../features/notices/opened-target.ts')).OpenedTarget)

/** Notices that the customer chose to see at once, or must. Results are seen where the order is; the rest waits at the bell. */
const spoken: ReadonlySet<Notification['category']> = new Set(['ALERT', 'SECURITY', 'RISK', 'FUNDS'])

const spokenIn = (frame: SocketFrame): Notification | undefined =>
  frame.channel === 'notifications' && frame.notification && spoken.has(frame.notification.category)
    ? frame.notification
    : undefined

/** Shows a notice on the visible page, in one line that disappears by itself. */
export function NoticeWatch() {
  const [notice, setNotice] = useState<Notification>()
  useEffect(
    () =>
      onSessionFrame((frame) => {
        const fresh = spokenIn(frame)
        if (fresh && !document.hidden && location.pathname !== fresh.link) setNotice(fresh)
      }),
    [],
  )
  return (
    <>
      {notice && <NoticeToast notice={notice} />}
      <ReadByOpening />
    </>
  )
}

/** A page that is opened marks the notices that lead to it as read. */
function ReadByOpening() {
  const unread = useUnread()
  const href = useLocation().href
  const [opened, setOpened] = useState<{ href: string; at: number }>()
  useEffect(() => setOpened({ href, at: performance.now() }), [href])
  return unread > 0 && opened?.href === href ? <OpenedTarget {...opened} /> : null
}
