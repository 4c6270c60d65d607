import {
  chatAnswers,
  dropChatAnswer,
  keepChatAnswer,
  type CannedAnswer,
  type PromiseRule,
} from '@evenhand/protocol/chats-console.ts'
import { languages, langValues } from '@evenhand/protocol/languages.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { FieldError, TextField } from '@evenhand/ui/field.tsx'
import { Banner, Card } from '@evenhand/ui/states.tsx'
import { TextArea } from '@evenhand/ui/text-area.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { usePageDraft } from '../../lib/use-draft.ts'
import { languageName } from './chat-words.tsx'

const unwritten = Object.fromEntries(langValues.map((lang) => [lang, ''])) as CannedAnswer['texts']

/** What is written of a reply; it outlives the end of a session, and is forgotten at its end. */
function useWritten(answer: CannedAnswer | undefined, onDone: () => void) {
  const begun = { key: answer?.key ?? '', texts: answer?.texts ?? unwritten }
  const [written, write, forget] = usePageDraft(`answer ${begun.key}`, begun)
  const end = (): void => {
    forget()
    onDone()
  }
  return { ...written, write, end }
}

/** One prepared reply, in all languages. */
export function AnswerForm({ answer, onDone }: { answer: CannedAnswer | undefined; onDone: () => void }) {
  const t = useTranslations('chats')
  const problemText = useProblemText()
  const queries = useQueryClient()
  const { key, texts, write, end } = useWritten(answer, onDone)
  const done = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: [chatAnswers.path] })
    end()
  }
  const keep = useMutation({
    meta: { handled: true },
    mutationFn: () => call(keepChatAnswer, { key, texts }),
    onSuccess: ({ blocked }) => (blocked === null ? done() : undefined),
  })
  const drop = useMutation({
    meta: { handled: true },
    mutationFn: () => call(dropChatAnswer, { key }),
    onSuccess: done,
  })
  const complete = /^[a-z0-9-]{2,40}$/.test(key) && languages.every(({ value }) => texts[value].trim() !== '')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (complete) keep.mutate()
  }
  return (
    <Card className="p-4">
      <form onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label={t('answers.key')}
          hint={t('answers.keyHint')}
          value={key}
          maxLength={40}
          readOnly={answer !== undefined}
          onChange={({ target }) => write({ key: target.value, texts })}
          autoComplete="off"
        />
        {languages.map(({ value, name }) => (
          <TextArea
            key={value}
            label={name}
            rows={2}
            maxLength={2000}
            value={texts[value]}
            onChange={({ target }) => write({ key, texts: { ...texts, [value]: target.value } })}
          />
        ))}
        {keep.data?.blocked && <Blocked {...keep.data.blocked} />}
        <div role="alert" className="empty:hidden">
          {(keep.error ?? drop.error) && <FieldError>{problemText(keep.error ?? drop.error)}</FieldError>}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={keep.isPending} disabled={!complete}>
            {t('answers.save')}
          </Button>
          <Button type="button" variant="secondary" onClick={end}>
            {t('answers.cancel')}
          </Button>
          {answer !== undefined && (
            <Button type="button" variant="secondary" busy={drop.isPending} onClick={() => drop.mutate()}>
              {t('answers.drop')}
            </Button>
          )}
        </div>
      </form>
    </Card>
  )
}

function Blocked({ lang, rule, found }: { lang: string; rule: PromiseRule; found: string }) {
  const t = useTranslations('chats')
  return (
    <div role="alert">
      <Banner>
        <bdi>{languageName(lang)}</bdi>: {t(`rule.${rule}`)} <q dir="auto">{found}</q>
      </Banner>
    </div>
  )
}
