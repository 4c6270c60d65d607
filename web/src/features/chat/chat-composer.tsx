import { maxChatText } from '@evenhand/protocol/chat.ts'
import type { Secret } from '@evenhand/protocol/chat-secrets.ts'
import { Button, IconButton } from '@evenhand/ui/button.tsx'
import { TextField } from '@evenhand/ui/field.tsx'
import { useRef, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useProblemText } from '../../lib/problem-text.ts'
import { useSession } from '../../lib/session.ts'
import { useLayout } from '../../lib/settings.ts'
import { ChatFiles } from './chat-files.tsx'
import { useChat } from './chat-store.ts'
import { FaqOffers } from './faq-offers.tsx'
import { useComposer } from './use-composer.ts'

/** Where the next message is written: answers that may be there already, a warning before a secret, files, and the address of a guest where no agent is online. */
export function ChatComposer() {
  const t = useTranslations('chat')
  const { connected, chat, phase } = useChat()
  const signedIn = useSession() !== undefined
  const desktop = useLayout() === 'desktop'
  const composer = useComposer()
  const { text, write, secret, files } = composer
  const area = useRef<HTMLTextAreaElement>(null)
  const submit = async (sure = false) => {
    if (await composer.submit(sure)) area.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // On a phone Enter begins a new line, since its keyboard has no other way to.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || !desktop) return
    event.preventDefault()
    void submit()
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      className="flex min-h-0 flex-col gap-2 border-t border-line px-3 pt-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))]"
    >
      {/* In a low window this scrolls, so that what is written and its button stay in sight. */}
      <div className="-mx-1 flex min-h-0 flex-col gap-2 overflow-y-auto overscroll-contain px-1">
        <p role="status" className="text-13 text-warn empty:hidden">
          {chat && !connected && t('reconnecting')}
        </p>
        {composer.isNew && <GuestAddress composer={composer} />}
        {secret ? <SecretWarning secret={secret} onSend={() => void submit(true)} /> : <FaqOffers text={text} />}
        <ChatFiles files={files} />
      </div>
      <div className="flex shrink-0 items-end gap-1">
        {(signedIn || phase !== 'loading') && <IconButton icon="plus" label={t('attach')} onClick={files.pick} />}
        <textarea
          ref={area}
          // Nothing written has no direction of its own: the invitation to write stands as the page does.
          dir={text === '' ? undefined : 'auto'}
          rows={1}
          value={text}
          maxLength={maxChatText}
          aria-label={t('write')}
          placeholder={t('write')}
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKeyDown}
          className="field-sizing-content max-h-32 min-h-11 min-w-0 grow resize-none rounded-control border border-control bg-surface px-3 py-2.5 text-16"
        />
        <Button type="submit" busy={composer.opening} disabled={!composer.canSend} className="min-h-11">
          {t('send')}
        </Button>
      </div>
    </form>
  )
}

/** Where a guest gets replies who has left by then; needed while no agent is online. */
function GuestAddress({ composer }: { composer: ReturnType<typeof useComposer> }) {
  const t = useTranslations('chat')
  const problemText = useProblemText()
  const { email, setEmail, needsEmail, problem } = composer
  return (
    <TextField
      label={needsEmail ? t('email') : t('emailOptional')}
      hint={needsEmail ? t('emailAway') : undefined}
      type="email"
      dir="ltr"
      autoComplete="email"
      value={email}
      required={needsEmail}
      error={problem === undefined ? undefined : problemText(problem)}
      onChange={(event) => setEmail(event.target.value)}
    />
  )
}

/** Warns before it is sent that something looks like a secret that no agent needs. */
function SecretWarning({ secret, onSend }: { secret: Secret; onSend: () => void }) {
  const t = useTranslations('chat')
  return (
    <div role="alert" className="rounded-control bg-warn-weak px-3 py-2 text-14 text-warn">
      <p>{t(`secret.${secret}`)}</p>
      <button type="button" onClick={onSend} className="min-h-8 font-600 underline mobile:min-h-11">
        {t('secret.send')}
      </button>
    </div>
  )
}
