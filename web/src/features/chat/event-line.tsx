import type { ChatMessage } from '@evenhand/protocol/chat.ts'
import { useTranslations } from 'use-intl'
import { useWhen } from '../../lib/use-when.ts'

type EventProps = {
  /** The conversation that it is in. */
  chatId: string
  event: NonNullable<ChatMessage['event']>
  params: ChatMessage['params']
  at: number
}

/** What happened to the conversation, in a line of its own. A complaint leads to its page. */
export function EventLine({ chatId, event, params, at }: EventProps) {
  const t = useTranslations('chat')
  const when = useWhen()
  const link = (text: string, search: string) => (
    <a
      href={`/profile/complaints?${search}`}
      target="_blank"
      rel="noopener"
      className="font-600 text-accent-text underline"
    >
      {text}
    </a>
  )
  return (
    <p title={when(at)} className="my-1 max-w-[90%] self-center text-center text-13 text-fg2">
      {t(`event.${event}`, { no: params['no'] ?? '' })}{' '}
      {event === 'COMPLAINT_OFFERED' && link(t('complain'), `chat=${chatId}`)}
      {event === 'COMPLAINT' && link(t('toComplaint'), `no=${params['no'] ?? ''}`)}
    </p>
  )
}
