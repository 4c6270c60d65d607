import { noteChat, type SeenChat } from '@evenhand/protocol/chats-console.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { FieldError } from '@evenhand/ui/field.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { TextArea } from '@evenhand/ui/text-area.tsx'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { CustomerLink } from '../../case/customer-link.tsx'
import { Facts, Part } from '../../case/facts.tsx'
import { call } from '../../lib/call.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { useMay } from '../../lib/session.ts'
import { When } from '../../lib/when.tsx'
import { usePageDraft } from '../../lib/use-draft.ts'
import { ChatStatusChip, languageName } from './chat-words.tsx'
import { useRenewChat } from './use-chat.ts'

/** Whose conversation it is, what agents noted, and what was written before. */
export function ChatBeside({ seen }: { seen: SeenChat }) {
  const t = useTranslations('chats')
  return (
    <>
      <Part title={t('part.about')}>
        <Facts
          items={[
            [
              t('column.customer'),
              seen.customerId === null ? (
                t('guest')
              ) : (
                <CustomerLink key="customer" id={seen.customerId} name={seen.username ?? ''} />
              ),
            ],
            [t('email'), seen.email !== null && <bdi key="email">{seen.email}</bdi>],
            [t('column.lang'), languageName(seen.lang)],
            [t('column.topic'), seen.topic !== null && t(`topic.${seen.topic}`)],
            [
              t('screen'),
              seen.screen !== null && (
                <bdi key="screen" dir="ltr">
                  {seen.screen}
                </bdi>
              ),
            ],
            [t('column.agent'), seen.assignedTo !== null && <bdi key="agent">{seen.assignedTo}</bdi>],
            [t('openedAt'), <When key="opened" ms={seen.openedAt} />],
            [t('rating'), seen.rating !== null && `${seen.rating} / 5`],
          ]}
        />
      </Part>
      <Part title={t('part.notes')}>
        <Notes seen={seen} />
      </Part>
      {seen.earlier.length > 0 && (
        <Part title={t('part.earlier')}>
          <ul className="flex flex-col gap-2 text-13">
            {seen.earlier.map(({ id, status, openedAt }) => (
              <li key={id} className="flex flex-wrap items-center gap-2">
                <Link to="/chats" search={{ id, view: 'ALL' }} className="font-600 text-accent-text hover:underline">
                  <When ms={openedAt} />
                </Link>
                <ChatStatusChip status={status} />
              </li>
            ))}
          </ul>
        </Part>
      )}
    </>
  )
}

function Notes({ seen: { id, notes } }: { seen: SeenChat }) {
  const t = useTranslations('chats')
  const problemText = useProblemText()
  const may = useMay()
  const renew = useRenewChat(id)
  const [text, setText] = usePageDraft(`note ${id}`, '')
  const add = useMutation({
    meta: { handled: true },
    mutationFn: () => call(noteChat, { id, text: text.trim() }),
    onSuccess() {
      setText('')
      renew()
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (text.trim() !== '') add.mutate()
  }
  return (
    <div className="flex flex-col gap-3">
      {notes.map((note) => (
        <div key={note.id}>
          <p dir="auto" className="text-14 wrap-anywhere whitespace-pre-wrap">
            {note.text}
          </p>
          <p className="text-12 text-fg2">
            <bdi>{note.by}</bdi> · <When ms={note.at} />
          </p>
        </div>
      ))}
      {may(noteChat) && (
        <form onSubmit={submit} className="flex flex-col gap-2">
          <TextArea
            label={t('note')}
            hint={t('noteHint')}
            rows={2}
            maxLength={2000}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <div role="alert" className="empty:hidden">
            {add.error && <FieldError>{problemText(add.error)}</FieldError>}
          </div>
          <div>
            <Button type="submit" variant="secondary" size="small" busy={add.isPending} disabled={text.trim() === ''}>
              {t('addNote')}
            </Button>
          </div>
        </form>
      )}
    </div>
  )
}
