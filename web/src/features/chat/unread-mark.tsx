import { chatUnread } from '@evenhand/protocol/chat.ts'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { currentSession } from '../../lib/session.ts'
import { chatCall } from './chat-call.ts'
import { openChatSocket } from './chat-socket.ts'
import { keptGuest } from './kept-chat.ts'

const maxShown = 9

/**
 * How many replies of customer service the visitor has not read yet, on the button that leads there: as the server returns it when the
 * page comes, and live while there is a conversation; reading it on another device takes the mark away here.
 */
export function UnreadMark() {
  const t = useTranslations('chat')
  const [unread, setUnread] = useState(0)
  useEffect(() => {
    let socket: ReturnType<typeof openChatSocket> | undefined
    let wanted = true
    const session = currentSession()
    const guest = session ? undefined : keptGuest()
    const follow = (chat: string, since: number) =>
      openChatSocket({
        proof: session ? { token: session.token } : { chatToken: guest?.token ?? '' },
        wanted: () => ({ chat, since }),
        onFrame: ({ chat: state }) => state && setUnread(state.status === 'CLOSED' ? 0 : state.unread),
        onReady: () => {},
        onEnded: () => {},
      })
    if (session || guest)
      chatCall(chatUnread, {}, guest?.token).then(
        (found) => {
          if (!wanted) return
          setUnread(found.unread)
          if (found.chatId !== null) socket = follow(found.chatId, found.lastSeq)
        },
        // Without a response there is no mark; the next screen requests it again.
        () => {},
      )
    return () => {
      wanted = false
      socket?.close()
    }
  }, [])
  return (
    <span role="status">
      {unread > 0 && (
        <span className="absolute start-5.5 top-0.5 inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-full bg-danger px-1 text-11 leading-none font-700 text-on-accent">
          <span aria-hidden="true" dir="ltr">
            {unread > maxShown ? `${maxShown}+` : unread}
          </span>
          <span className="sr-only">{t('unread', { count: unread })}</span>
        </span>
      )}
    </span>
  )
}
