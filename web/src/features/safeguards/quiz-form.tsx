import { Button } from '@evenhand/ui/button.tsx'
import { FieldError } from '@evenhand/ui/field.tsx'
import { RadioList } from '@evenhand/ui/radio-list.tsx'
import { Card } from '@evenhand/ui/states.tsx'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Answers, Question } from './use-safeguards.ts'

type FormProps = {
  questions: readonly Question[]
  busy: boolean
  problem: string | undefined
  onSend: (answers: Answers) => void
}

/** One question at a time. Answers are kept by question, so that going back or changing the language loses none. */
export function QuizForm({ questions, busy, problem, onSend }: FormProps) {
  const t = useTranslations('safeguards')
  const [at, setAt] = useState(0)
  const [answers, setAnswers] = useState<Answers>({})
  const [missing, setMissing] = useState(false)
  const heading = useRef<HTMLSpanElement>(null)
  // A new question is read out from its beginning; the first one is reached in the page's own order.
  const shown = useRef(at)
  useEffect(() => {
    if (shown.current !== at) heading.current?.focus()
    shown.current = at
  }, [at])
  const question = questions[at]
  if (!question) return null
  const last = at === questions.length - 1
  const go = (to: number) => {
    setMissing(false)
    setAt(to)
  }
  const submit = () => {
    if (answers[question.id] === undefined) return setMissing(true)
    return last ? onSend(answers) : go(at + 1)
  }
  return (
    <Card className="max-w-card p-5">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Progress at={at + 1} total={questions.length} />
        <RadioList
          key={question.id}
          legend={
            <span ref={heading} tabIndex={-1} className="text-16 outline-none">
              {question.text}
            </span>
          }
          items={question.answers.map((label, index) => ({ value: String(index), label }))}
          value={String(answers[question.id] ?? '')}
          onChange={(index) => {
            setMissing(false)
            setAnswers({ ...answers, [question.id]: Number.parseInt(index, 10) })
          }}
        />
        <FieldError>{missing ? t('quiz.choose') : problem}</FieldError>
        <div className="mt-5 grid grid-cols-2 gap-3">
          <Button variant="secondary" size="large" disabled={at === 0} onClick={() => go(at - 1)}>
            {t('quiz.previous')}
          </Button>
          <Button type="submit" size="large" busy={busy}>
            {t(last ? 'quiz.send' : 'quiz.next')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

function Progress({ at, total }: { at: number; total: number }) {
  const t = useTranslations('safeguards')
  const id = useId()
  return (
    <>
      <p id={id} className="mb-2 text-13 text-fg2">
        {t('quiz.progress', { at, of: total })}
      </p>
      <progress
        aria-labelledby={id}
        max={total}
        value={at}
        className="mb-4 block h-1.5 w-full appearance-none overflow-hidden rounded-full border-0 bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
      />
    </>
  )
}
