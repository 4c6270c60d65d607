import { timeFormat } from '@evenhand/protocol/sentence-date.ts'
import type { ChatMessage } from '@evenhand/protocol/chat.ts'
import { cx } from '@evenhand/ui/cx.ts'
import { Icon } from '@evenhand/ui/icon.tsx'
import { useTranslations } from 'use-intl'
import { Dot } from '../../lib/dot.tsx'
import { useProblemText } from '../../lib/problem-text.ts'
import { languageOf, useLang } from '../../lib/settings.ts'
import { discard, retry } from './chat-engine.ts'
import type { Pending } from './chat-log.ts'
import { ChatDocument, ChatPicture } from './chat-attachment.tsx'

const own = 'self-end rounded-ee-chip bg-accent text-on-accent'
const theirs = 'self-start rounded-es-chip bg-sunken text-fg'
const bubble = 'max-w-[85%] rounded-card px-3.5 py-2 whitespace-pre-wrap wrap-anywhere'

type BubbleProps = {
  /** The conversation that it is in. */
  chatId: string
  message: ChatMessage
  /** Whether an agent has read it; shown at the last own one alone. */
  isRead: boolean | undefined
  /** Whether the same person wrote the one above it. */
  continues: boolean
}

/** A message: on its writer's side, with its time. */
export function MessageBubble({ chatId, message, isRead, continues }: BubbleProps) {
  const t = useTranslations('chat')
  const tag = languageOf(useLang()).tag
  const mine = message.author === 'CUSTOMER'
  const time = timeFormat(tag, { timeStyle: 'short' }).format(message.at)
  return (
    <div className={cx('flex flex-col gap-0.5', mine ? 'items-end' : 'items-start', continues && '-mt-1')}>
      <span className={continues ? 'sr-only' : 'text-12 text-fg3'}>{mine ? t('you') : t('agent')}</span>
      {message.text !== '' && (
        <p dir="auto" className={cx(bubble, mine ? own : theirs)}>
          {message.text}
        </p>
      )}
      {message.files.map((id) => {
        const Attachment = message.documents.includes(id) ? ChatDocument : ChatPicture
        return <Attachment key={id} chatId={chatId} id={id} />
      })}
      <span className="text-12 text-fg3">
        {time}
        {isRead !== undefined && (
          <>
            <Dot />
            {isRead ? t('read') : t('sent')}
          </>
        )}
      </span>
    </div>
  )
}

/** One that is on its way; that failed, with why, and the way to send it again or to take it away. */
export function PendingBubble({ message }: { message: Pending }) {
  const t = useTranslations('chat')
  const common = useTranslations('common')
  const problemText = useProblemText()
  const failed = message.state === 'failed'
  return (
    <div className="flex flex-col items-end gap-0.5">
      <span className="sr-only">{t('you')}</span>
      <p dir="auto" className={cx(bubble, own, 'opacity-80')}>
        {message.text === '' ? <Icon name="document" size={18} /> : message.text}
      </p>
      {failed ? (
        <div role="alert" className="flex flex-wrap items-center justify-end gap-x-3 text-13">
          <span className="text-danger">
            {t('notSent')} {message.problem !== undefined && problemText(message.problem)}
          </span>
          <button
            type="button"
            onClick={() => retry(message.clientId)}
            className="min-h-8 font-600 text-accent-text underline mobile:min-h-11"
          >
            {common('retry')}
          </button>
          <button
            type="button"
            onClick={() => discard(message.clientId)}
            className="min-h-8 text-fg2 underline mobile:min-h-11"
          >
            {t('discard')}
          </button>
        </div>
      ) : (
        <span className="text-12 text-fg3">{t('sending')}</span>
      )}
    </div>
  )
}
