import type { ChatMessage, ChatState } from '@evenhand/protocol/chat.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Fragment, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { reportProblem } from '../../lib/report-problem.ts'
import { languageOf, useLang } from '../../lib/settings.ts'
import { loadEarlier, seen } from './chat-engine.ts'
import { ChatRating } from './chat-rating.tsx'
import { lastSeq } from './chat-log.ts'
import { useChat } from './chat-store.ts'
import { EventLine } from './event-line.tsx'
import { MessageBubble, PendingBubble } from './message-bubble.tsx'

const nearPx = 80

/**
 * Keeps a list at its end while the reader is there, and reports it as seen; a reader further up is shown that there
 * is something new. `newest` and `waiting` change with what is added.
 */
function useEnd(newest: number, waiting: number) {
  const list = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  const [fresh, setFresh] = useState(false)
  const toEnd = () => list.current?.scrollTo({ top: list.current.scrollHeight })
  useLayoutEffect(() => {
    if (atEnd.current) toEnd()
    else setFresh(true)
  }, [newest, waiting])
  useEffect(() => {
    // What was read is at the end of the list, and the page is the one in front.
    const check = () => atEnd.current && seen()
    check()
    document.addEventListener('visibilitychange', check)
    return () => document.removeEventListener('visibilitychange', check)
  }, [newest])
  useEffect(() => {
    // The keyboard of a phone makes the list lower: who reads its end goes on reading it.
    const observer = new ResizeObserver(() => atEnd.current && toEnd())
    if (list.current) observer.observe(list.current)
    return () => observer.disconnect()
  }, [])
  const onScroll = () => {
    const { scrollTop, scrollHeight, clientHeight } = list.current as HTMLDivElement
    atEnd.current = scrollHeight - scrollTop - clientHeight < nearPx
    if (!atEnd.current) return
    setFresh(false)
    seen()
  }
  return { list, fresh, onScroll, toEnd }
}

/** The messages, the newest at the end, where it stays while the reader is there. */
export function ChatMessages() {
  const t = useTranslations('chat')
  const { phase, chat, messages, past, pending, hasEarlier, masked } = useChat()
  const { list, fresh, onScroll, toEnd } = useEnd(lastSeq(messages), pending.length)
  const hasMore = hasEarlier || ((past[0]?.chat ?? chat)?.previousId ?? null) !== null
  return (
    <div className="relative flex min-h-20 grow basis-0 flex-col">
      <div
        ref={list}
        onScroll={onScroll}
        role="log"
        aria-label={t('messages')}
        tabIndex={0}
        className="flex min-h-0 grow flex-col gap-2 overflow-y-auto overscroll-contain px-4 py-4"
      >
        {hasMore && (
          <Button
            variant="quiet"
            size="small"
            className="self-center"
            onClick={() => void loadEarlier().catch(reportProblem)}
          >
            {t('earlier')}
          </Button>
        )}
        {past.map(({ chat: one, messages: own }) => (
          <Messages key={one.id} chat={one} messages={own} />
        ))}
        {phase !== 'loading' && messages.length + pending.length + past.length === 0 && (
          <p className="m-auto max-w-70 text-center text-balance text-fg2">{t('start')}</p>
        )}
        {chat && <Messages chat={chat} messages={messages} />}
        {pending.map((one) => (
          <PendingBubble key={one.clientId} message={one} />
        ))}
        {masked && <p className="self-end text-13 text-warn">{t('masked')}</p>}
        {chat?.status === 'RESOLVED' && <ChatRating chat={chat} />}
        <Typing />
      </div>
      {fresh && (
        <Button
          variant="primary"
          size="small"
          className="absolute inset-x-0 bottom-2 mx-auto w-fit shadow-overlay"
          onClick={toEnd}
        >
          {t('fresh')}
        </Button>
      )}
    </div>
  )
}

function Messages({ chat, messages }: { chat: ChatState; messages: readonly ChatMessage[] }) {
  const tag = languageOf(useLang()).tag
  const dayOf = (at: number) => new Intl.DateTimeFormat(tag, { dateStyle: 'long' }).format(at)
  const ownLast = messages.findLast(({ author }) => author === 'CUSTOMER')
  return messages.map((message, at) => {
    const day = dayOf(message.at)
    const before = messages[at - 1]
    return (
      <Fragment key={message.seq}>
        {(before === undefined || dayOf(before.at) !== day) && (
          <p className="my-1 self-center text-12 text-fg3">{day}</p>
        )}
        {message.event === null ? (
          <MessageBubble
            chatId={chat.id}
            message={message}
            isRead={message === ownLast ? chat.agentRead >= message.seq : undefined}
            continues={before?.author === message.author && before.event === null}
          />
        ) : (
          <EventLine chatId={chat.id} event={message.event} params={message.params} at={message.at} />
        )}
      </Fragment>
    )
  })
}

/** Shows that an agent writes, as long as that was received a moment ago. */
function Typing() {
  const t = useTranslations('chat')
  const { typingUntil } = useChat()
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const left = typingUntil - performance.now()
    setShown(left > 0)
    if (left <= 0) return undefined
    const timer = setTimeout(() => setShown(false), left)
    return () => clearTimeout(timer)
  }, [typingUntil])
  return (
    <p role="status" className="text-13 text-fg3">
      {shown && t('typing')}
    </p>
  )
}
