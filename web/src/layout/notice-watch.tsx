import type { Notification, SocketFrame } from '@evenhand/protocol/notices.ts'
import { useEffect, useState } from 'react'
import { onOwnFrame } from '../feed/own-line.ts'
import { lazyPart } from '../lib/lazy-part.tsx'
import { loadTexts } from '../lib/texts.ts'

const NoticeToast = lazyPart(async () => {
  const [part] = await Promise.all([import('../features/notices/notice-toast.tsx'), loadTexts('notices')])
  return part.NoticeToast
})

/** What a customer asked to hear at once, or has to. Results are seen where the order is; the rest waits at the bell. */
const spoken: ReadonlySet<Notification['category']> = new Set(['ALERT', 'SECURITY', 'RISK', 'FUNDS'])

const spokenIn = (frame: SocketFrame): Notification | undefined =>
  frame.channel === 'notifications' && frame.notification && spoken.has(frame.notification.category)
    ? frame.notification
    : undefined

/** Says a notice on the page that is looked at, in one line that goes by itself. */
export function NoticeWatch() {
  const [notice, setNotice] = useState<Notification>()
  useEffect(
    () =>
      onOwnFrame((frame) => {
        const said = spokenIn(frame)
        if (said && !document.hidden && location.pathname !== said.link) setNotice(said)
      }),
    [],
  )
  return notice ? <NoticeToast notice={notice} /> : null
}
