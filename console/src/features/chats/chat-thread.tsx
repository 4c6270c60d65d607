import { viewChatPicture, type SeenChat, type SeenChatMessage } from '@evenhand/protocol/chats-console.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { cx } from '@evenhand/ui/cx.ts'
import { FieldError } from '@evenhand/ui/field.tsx'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Picture } from '../../case/picture.tsx'
import { callForFile } from '../../lib/call.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { useMay } from '../../lib/session.ts'
import { When } from '../../lib/when.tsx'

/** What was written and what happened, in its order; the newest is in sight. */
export function ChatThread({ seen }: { seen: SeenChat }) {
  const t = useTranslations('chats')
  const end = useRef<HTMLDivElement>(null)
  const { messages, customerTyping, customerRead, lastSeq } = seen
  useEffect(() => {
    // What it returns is no clean-up: newer browsers return a promise.
    void end.current?.scrollIntoView({ block: 'nearest' })
  }, [lastSeq])
  const lastOwn = messages.findLast(({ author }) => author === 'AGENT')?.seq
  return (
    <section aria-label={t('part.messages')} className="border-b border-line px-5 py-4">
      <ol aria-live="polite" className="flex flex-col gap-3">
        {messages.map((message) => (
          <li key={message.seq}>
            {message.event === null ? (
              <Bubble id={seen.id} message={message} />
            ) : (
              <p className="text-center text-13 text-fg2">
                {t(`event.${message.event}`, { by: message.by ?? '', no: message.params['no'] ?? '' })}
                {' · '}
                <When ms={message.at} />
              </p>
            )}
            {message.seq === lastOwn && customerRead >= message.seq && (
              <p className="text-end text-12 text-fg2">{t('readByCustomer')}</p>
            )}
          </li>
        ))}
      </ol>
      <p role="status" className="min-h-5 pt-1 text-13 text-fg2">
        {customerTyping ? t('customerTyping') : ''}
      </p>
      <div ref={end} />
    </section>
  )
}

function Bubble({ id, message: { author, text, files, documents, by, at } }: { id: string; message: SeenChatMessage }) {
  const t = useTranslations('chats')
  const own = author === 'AGENT'
  return (
    <div className={cx('flex flex-col gap-1', own ? 'items-end' : 'items-start')}>
      <div className={cx('max-w-[85%] rounded-card px-3.5 py-2', own ? 'bg-accent-weak' : 'bg-sunken')}>
        {text !== '' && (
          <p dir="auto" className="text-15 wrap-anywhere whitespace-pre-wrap">
            {text}
          </p>
        )}
        {files.map((fileId) => (
          <Sent key={fileId} id={id} fileId={fileId} isDocument={documents.includes(fileId)} />
        ))}
      </div>
      <p className="text-12 text-fg2">
        {own ? <bdi>{by}</bdi> : t('customer')} · <When ms={at} />
      </p>
    </div>
  )
}

type SentProps = { id: string; fileId: string; isDocument: boolean }

/** A picture or document of the customer's, opened only when it is requested: the access is recorded. */
function Sent({ id, fileId, isDocument }: SentProps) {
  const t = useTranslations('chats')
  const text = useProblemText()
  const may = useMay()
  const view = useMutation({ meta: { handled: true }, mutationFn: () => callForFile(viewChatPicture, { id, fileId }) })
  const name = isDocument ? t('document') : t('picture')
  if (view.data)
    return isDocument ? <SaveDocument file={view.data} /> : <Picture file={view.data} label={t('picture')} />
  return (
    <div className="pt-1">
      {may(viewChatPicture) ? (
        <Button variant="secondary" size="small" busy={view.isPending} onClick={() => view.mutate()}>
          {isDocument ? t('openDocument') : t('openPicture')}
        </Button>
      ) : (
        <p className="text-13 text-fg2">{name}</p>
      )}
      {view.error && <FieldError>{text(view.error)}</FieldError>}
    </div>
  )
}

/** A document is saved and not shown: what a browser makes of one is none of the console's. */
function SaveDocument({ file }: { file: Blob }) {
  const t = useTranslations('chats')
  const url = useMemo(() => URL.createObjectURL(file), [file])
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  return (
    <a href={url} download="document.pdf" className="text-14 font-600 text-accent-text underline">
      {t('saveDocument')}
    </a>
  )
}
