import { Button } from '@evenhand/ui/button.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useLayout } from '../../lib/settings.ts'
import { begin, startChat } from './chat-engine.ts'
import { ChatComposer } from './chat-composer.tsx'
import { ChatHead } from './chat-head.tsx'
import { ChatMessages } from './chat-messages.tsx'
import { useChat } from './chat-store.ts'
import { usePanelHeight } from './use-panel-height.ts'

type PanelProps = {
  /** The path of the screen that it was opened from. */
  from?: string | undefined
  /** At the end of its head. */
  action?: ReactNode
  /** Whether it fills its own window. */
  alone?: boolean
}

/** The conversation with customer service: who is there, its messages, and what is written next. */
export function ChatPanel({ from, action, alone = false }: PanelProps) {
  const t = useTranslations('chat')
  const common = useTranslations('common')
  const desktop = useLayout() === 'desktop' && !alone
  const panel = useRef<HTMLElement>(null)
  const { phase, chat, service } = useChat()
  usePanelHeight(panel, desktop)
  useEffect(() => startChat(from), [from])
  return (
    <section
      ref={panel}
      aria-label={t('title')}
      data-fill
      className="flex min-h-60 flex-col overflow-hidden bg-surface desktop:rounded-card desktop:ring-1 desktop:ring-line"
    >
      <ChatHead action={action} titled={desktop || alone} />
      <p className="flex items-start gap-2 bg-warn-weak px-4 py-2 text-13 text-warn low:py-0.5 low:text-12">
        <Icon name="shield" size={16} className="mt-0.5 shrink-0" />
        {t('never')}
      </p>
      {phase === 'failed' && chat === undefined ? (
        <div className="grow">
          <ErrorState
            title={common('state.loadFailed')}
            action={<Button onClick={() => void begin()}>{common('retry')}</Button>}
          />
        </div>
      ) : phase === 'loading' && service === undefined ? (
        <div aria-busy="true" className="flex grow flex-col gap-3 p-4">
          <Skeleton className="h-12 w-2/3 rounded-card" />
          <Skeleton className="h-12 w-1/2 self-end rounded-card" />
        </div>
      ) : (
        <>
          <ChatMessages />
          <ChatComposer />
        </>
      )}
    </section>
  )
}
