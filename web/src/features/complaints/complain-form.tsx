import {
  complaintTextOf,
  maxComplaintText,
  minComplaintText,
  type Complaint,
  type ComplaintKind,
} from '@evenhand/protocol/complaints.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Select } from '@evenhand/ui/select.tsx'
import { Banner, Card } from '@evenhand/ui/states.tsx'
import { TextArea } from '@evenhand/ui/text-area.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { useState, type SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import { isolated } from '../../lib/isolated.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { useFirstError } from '../../lib/use-first-error.ts'
import { freshKey, useComplain, useComplaints } from './use-complaints.ts'

type Subject = { kind: ComplaintKind; id?: string; no?: string }
type FormProps = { subject: Subject | undefined; chatId: string | undefined; onMade: (made: Complaint) => void }
const loose = ['account', 'other'] as const
type Loose = (typeof loose)[number]

/** What is written, whether it may be sent, and the sending of it. */
function useForm(about: Subject, chatId: string | undefined, onMade: (made: Complaint) => void) {
  const [text, setText] = useState('')
  const [key, setKey] = useState(freshKey)
  const [attempt, setAttempt] = useState(0)
  const sending = useComplain()
  const sent = complaintTextOf(text)
  // Another text is another complaint, also after a response that never came.
  const write = (value: string) => {
    setText(value)
    setKey(freshKey())
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (sent === undefined) return setAttempt((before) => before + 1)
    if (sending.isPending) return undefined
    const subject = about.id === undefined ? {} : { subjectId: about.id }
    return sending.mutate(
      { kind: about.kind, ...subject, ...(chatId === undefined ? {} : { chatId }), text: sent, key },
      {
        onSuccess: (made) => {
          write('')
          setAttempt(0)
          onMade(made)
        },
      },
    )
  }
  return { text, write, submit, sending, attempt, wrong: attempt > 0 && sent === undefined }
}

/** A formal complaint: about the thing it was opened from, or about the account or anything else. */
export function ComplainForm({ subject, chatId, onMade }: FormProps) {
  const t = useTranslations('complaints')
  const problemText = useProblemText()
  const [kind, setKind] = useState<Loose>('account')
  const { text, write, submit, sending, attempt, wrong } = useForm(subject ?? { kind }, chatId, onMade)
  const form = useFirstError(attempt)
  return (
    <Card className="p-5">
      <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <h2 className="text-18 font-700">{subject ? <SubjectTitle subject={subject} /> : t('make.title')}</h2>
        {subject ? <Before subject={subject} /> : <KindField kind={kind} onKind={setKind} />}
        {chatId !== undefined && <p className="text-13 text-fg2">{t('make.fromChat')}</p>}
        <Words value={text} onChange={write} wrong={wrong} />
        {sending.error !== null && (
          <div role="alert">
            <Banner variant="danger">{problemText(sending.error)}</Banner>
          </div>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" busy={sending.isPending}>
            {t('make.send')}
          </Button>
          {subject && (
            <Link
              to="/profile/complaints"
              search={{}}
              className="inline-flex min-h-11 items-center text-13 text-accent-text underline underline-offset-2"
            >
              {t('make.other')}
            </Link>
          )}
        </div>
      </form>
    </Card>
  )
}

/** What is about nothing in particular; the rest is complained about from where it stands. */
function KindField({ kind, onKind }: { kind: Loose; onKind: (kind: Loose) => void }) {
  const t = useTranslations('complaints')
  return (
    <>
      <Select
        label={t('make.kind')}
        value={kind}
        options={loose.map((value) => ({ value, label: t(`kind.${value}`) }))}
        onChange={({ target }) => onKind(target.value as Loose)}
      />
      <p className="text-13 text-fg2">{t('make.elsewhere')}</p>
    </>
  )
}

/** What the complaint is about, with the number it is known by. */
function SubjectTitle({ subject: { kind, no } }: { subject: Subject }) {
  const t = useTranslations('complaints')
  return t('make.about', { kind, no: no === undefined ? 'none' : isolated(no) })
}

/** That there is one about the same already. */
function Before({ subject: { kind, id } }: { subject: Subject }) {
  const t = useTranslations('complaints')
  const { data } = useComplaints()
  const before = data?.find((one) => one.kind === kind && (id === undefined || one.subjectId === id))
  return before ? <Banner variant="info">{t('make.before', { no: isolated(before.no) })}</Banner> : null
}

type WordsProps = { value: string; onChange: (value: string) => void; wrong: boolean }

/** What happened, in the customer's words. */
function Words({ value, onChange, wrong }: WordsProps) {
  const t = useTranslations('complaints')
  return (
    <TextArea
      label={t('make.text')}
      hint={t('make.hint')}
      error={wrong && t('make.short', { min: minComplaintText })}
      rows={7}
      maxLength={maxComplaintText}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
