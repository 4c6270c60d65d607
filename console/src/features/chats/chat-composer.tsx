import {
  attendChat,
  chatAnswers,
  writeChat,
  type PromiseRule,
  type SeenChat,
} from '@evenhand/protocol/chats-console.ts'
import { maxChatText } from '@evenhand/protocol/chat.ts'
import type { Lang } from '@evenhand/protocol/languages.ts'
import { seenOf } from '@evenhand/protocol/written-text.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { FieldError } from '@evenhand/ui/field.tsx'
import { Select } from '@evenhand/ui/select.tsx'
import { Banner } from '@evenhand/ui/states.tsx'
import { TextArea } from '@evenhand/ui/text-area.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, type FormEvent, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { usePageDraft } from '../../lib/use-draft.ts'
import { useRenewChat } from './use-chat.ts'

const typingEveryMs = 3000

/** The agent's reply: typed or prepared, sent once, or refused by what staff never request. */
export function ChatComposer({ seen: { id, lang } }: { seen: SeenChat }) {
  const t = useTranslations('chats')
  const problemText = useProblemText()
  const renew = useRenewChat(id)
  const [text, setText] = usePageDraft(`answer ${id}`, '')
  const field = useRef<HTMLTextAreaElement>(null)
  const typingSentAt = useRef(0)
  // Kept until the message is: a second try after a lost response is the same message.
  const clientId = useRef(newId())
  const send = useMutation({
    meta: { handled: true },
    mutationFn: (sent: string) => call(writeChat, { id, clientId: clientId.current, text: sent }),
    onSuccess({ blocked }) {
      clientId.current = newId()
      if (blocked === null) setText('')
      // Send has nothing to send now and lets the focus go: the next message is written at once.
      field.current?.focus()
      renew()
    },
  })
  const type = (typed: string): void => {
    setText(typed)
    const now = performance.now()
    if (typed === '' || now - typingSentAt.current < typingEveryMs) return
    typingSentAt.current = now
    void call(attendChat, { id, typing: true }).catch(() => {})
  }
  const sent = seenOf(text).trim()
  const submit = (event?: FormEvent): void => {
    event?.preventDefault()
    if (sent !== '' && !send.isPending) send.mutate(sent)
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
  }
  const blocked = send.data?.blocked
  return (
    <form onSubmit={submit} className="flex flex-col gap-3 border-b border-line px-5 py-4">
      {blocked && <Blocked rule={blocked.rule} found={blocked.found} />}
      <TextArea
        ref={field}
        label={t('answer')}
        hint={t('answerHint')}
        rows={4}
        maxLength={maxChatText}
        value={text}
        onChange={({ target }) => type(target.value)}
        onKeyDown={onKey}
      />
      <div role="alert" className="empty:hidden">
        {send.error && <FieldError>{problemText(send.error)}</FieldError>}
      </div>
      <div className="flex flex-wrap items-end gap-3">
        <Button type="submit" busy={send.isPending} disabled={sent === ''}>
          {t('send')}
        </Button>
        <Prepared lang={lang} onPick={type} />
      </div>
    </form>
  )
}

const newId = (): string => crypto.randomUUID()

function Blocked({ rule, found }: { rule: PromiseRule; found: string }) {
  const t = useTranslations('chats')
  return (
    <div role="alert">
      <Banner>
        {t(`rule.${rule}`)} {t('blockedText')}{' '}
        <q dir="auto">
          <bdi>{found}</bdi>
        </q>
      </Banner>
    </div>
  )
}

/** Prepared replies, in the language of the conversation. */
function Prepared({ lang, onPick }: { lang: string; onPick: (text: string) => void }) {
  const t = useTranslations('chats')
  const { data } = useQuery({ queryKey: [chatAnswers.path], queryFn: ({ signal }) => call(chatAnswers, {}, signal) })
  const answers = data?.answers ?? []
  if (answers.length === 0) return null
  const pick = (key: string): void => {
    const text = answers.find((one) => one.key === key)?.texts[lang as Lang]
    if (text !== undefined) onPick(text)
  }
  return (
    <Select
      bare
      label={t('prepared')}
      value=""
      options={[{ value: '', label: t('prepared') }, ...answers.map(({ key }) => ({ value: key, label: key }))]}
      onChange={({ target }) => pick(target.value)}
    />
  )
}
