import { chatAnswers, keepChatAnswer } from '@evenhand/protocol/chats-console.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Card, EmptyState } from '@evenhand/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Page } from '../../layout/page.tsx'
import { call } from '../../lib/call.ts'
import { useMay } from '../../lib/session.ts'
import { AnswerForm } from './answer-form.tsx'
import { HoursForm } from './hours-form.tsx'

/** Ready-made replies that agents insert, in every language, and the hours in which they reply. */
export function AnswersScreen() {
  const t = useTranslations('chats')
  const may = useMay()
  /** The id of the reply in the form, `new` for one to be added. */
  const [edited, setEdited] = useState<string>()
  const close = () => setEdited(undefined)
  const { data } = useQuery({ queryKey: [chatAnswers.path], queryFn: ({ signal }) => call(chatAnswers, {}, signal) })
  if (data === undefined) return <Page>{null}</Page>
  const edits = may(keepChatAnswer)
  return (
    <Page>
      <HoursForm key={JSON.stringify(data.hours)} hours={data.hours} />
      {edits && edited === undefined && (
        <div className="flex justify-end">
          <Button onClick={() => setEdited('new')}>{t('answers.add')}</Button>
        </div>
      )}
      {edited === 'new' && <AnswerForm answer={undefined} onDone={close} />}
      {data.answers.length === 0 && edited === undefined && <EmptyState title={t('answers.none')} />}
      {data.answers.map((one) =>
        one.id === edited ? (
          <AnswerForm key={one.id} answer={one} onDone={close} />
        ) : (
          <Card key={one.id} className="flex flex-col gap-2 p-4">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h2 className="font-600">
                <bdi dir="ltr">{one.key}</bdi>
              </h2>
              {edits && (
                <Button variant="secondary" size="small" onClick={() => setEdited(one.id)}>
                  {t('answers.edit')}
                </Button>
              )}
            </div>
            <p dir="auto" className="text-14 wrap-anywhere whitespace-pre-wrap text-fg2">
              {one.texts['en']}
            </p>
          </Card>
        ),
      )}
    </Page>
  )
}
