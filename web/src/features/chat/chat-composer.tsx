import { maxChatText } from '@evenhand/protocol/chat.ts'
import { secretIn, type Secret } from '@evenhand/protocol/chat-secrets.ts'
import { Button, IconButton } from '@evenhand/ui/button.tsx'
import { TextField } from '@evenhand/ui/field.tsx'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useProblemText } from '../../lib/problem-text.ts'
import { useSession } from '../../lib/session.ts'
import { useLayout } from '../../lib/settings.ts'
import { openAsGuest, send, typing } from './chat-engine.ts'
import { ChatFiles, useChatFiles } from './chat-files.tsx'
import { useChat } from './chat-store.ts'
import { FaqOffers } from './faq-offers.tsx'

/** Where the next message is written: answers that may be there already, a warning before a secret, pictures, and the address of a guest whom nobody can answer now. */
export function ChatComposer() {
  const t = useTranslations('chat')
  const problemText = useProblemText()
  const { phase, service, connected, chat } = useChat()
  const signedIn = useSession() !== undefined
  const desktop = useLayout() === 'desktop'
  const [text, setText] = useState('')
  const [email, setEmail] = useState('')
  const [secret, setSecret] = useState<Secret>()
  const [problem, setProblem] = useState<unknown>()
  const [opening, setOpening] = useState(false)
  const files = useChatFiles()
  const area = useRef<HTMLTextAreaElement>(null)
  const isNew = !signedIn && phase === 'none'
  const needsEmail = isNew && service !== undefined && !service.isOpen
  const empty = text.trim() === '' && files.ready.length === 0
  const write = (typed: string) => {
    setText(typed)
    setSecret(undefined)
    if (typed !== '') typing()
  }
  const submit = async (sure = false) => {
    if (empty || files.busy || opening || phase === 'loading') return
    const found = sure ? undefined : secretIn(text)
    setSecret(found)
    if (found !== undefined) return
    setProblem(undefined)
    if (isNew) {
      setOpening(true)
      try {
        await openAsGuest(email.trim())
      } catch (refused) {
        return setProblem(refused)
      } finally {
        setOpening(false)
      }
    }
    send({ text: text.trim(), files: files.ready })
    setText('')
    setSecret(undefined)
    files.clear()
    area.current?.focus()
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      className="flex flex-col gap-2 border-t border-line px-3 pt-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))]"
    >
      <p role="status" className="text-13 text-warn empty:hidden">
        {chat && !connected && t('reconnecting')}
      </p>
      <FaqOffers text={text} />
      {secret && <SecretWarning secret={secret} onSend={() => void submit(true)} />}
      {isNew && (
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
      )}
      <ChatFiles files={files} />
      <div className="flex items-end gap-1">
        {signedIn && <IconButton icon="plus" label={t('attach')} onClick={files.pick} />}
        <textarea
          ref={area}
          dir="auto"
          rows={1}
          value={text}
          maxLength={maxChatText}
          aria-label={t('write')}
          placeholder={t('write')}
          onChange={(event) => write(event.target.value)}
          onKeyDown={(event) => {
            // On a phone Enter begins a new line, since its keyboard has no other way to.
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || !desktop) return
            event.preventDefault()
            void submit()
          }}
          className="field-sizing-content max-h-32 min-h-11 min-w-0 grow resize-none rounded-control border border-control bg-surface px-3 py-2.5 text-16"
        />
        <Button type="submit" busy={opening} disabled={empty || files.busy} className="min-h-11">
          {t('send')}
        </Button>
      </div>
    </form>
  )
}

/** Says before it is sent that something looks like what nobody needs to know. */
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
