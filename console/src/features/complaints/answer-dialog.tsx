import {
  complaintFindings,
  isComplaintText,
  maxComplaintText,
  minComplaintText,
  type ComplaintFinding,
} from '@evenhand/protocol/complaints.ts'
import { FieldError } from '@evenhand/ui/field.tsx'
import { Select } from '@evenhand/ui/select.tsx'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { DecisionDialog } from '../../case/decision-dialog.tsx'

type Said = { finding: ComplaintFinding; answer: string; reason: string }
type AnswerProps = { no: string; submit: (said: Said) => Promise<unknown>; onClose: () => void }

/** The house's answer: what it finds, in words for the customer, and a reason for the record. */
export function AnswerDialog({ no, submit, onClose }: AnswerProps) {
  const t = useTranslations('complaints')
  const [finding, setFinding] = useState<ComplaintFinding | ''>('')
  const [answer, setAnswer] = useState('')
  const isAnswer = isComplaintText(answer)
  return (
    <DecisionDialog
      title={t('answerTitle', { no })}
      effect={t('effect')}
      button={t('send')}
      danger={false}
      about="answer"
      complete={finding !== '' && isAnswer}
      submit={(reason) => submit({ finding: finding as ComplaintFinding, answer: answer.trim(), reason })}
      onClose={onClose}
    >
      {(tried) => (
        <>
          <Select
            label={t('column.finding')}
            value={finding}
            error={tried && finding === '' && t('pickFinding')}
            options={[
              { value: '', label: t('pickFinding') },
              ...complaintFindings.map((value) => ({ value, label: t(`finding.${value}`) })),
            ]}
            onChange={({ target }) => setFinding(target.value as ComplaintFinding | '')}
          />
          <AnswerField value={answer} onChange={setAnswer} wrong={tried && !isAnswer} />
        </>
      )}
    </DecisionDialog>
  )
}

type FieldProps = { value: string; onChange: (value: string) => void; wrong: boolean }

function AnswerField({ value, onChange, wrong }: FieldProps) {
  const t = useTranslations('complaints')
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-500">
        {t('answerLabel')}
      </label>
      <textarea
        id={id}
        dir="auto"
        rows={7}
        maxLength={maxComplaintText}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        aria-invalid={wrong || undefined}
        aria-describedby={`${id}-hint${wrong ? ` ${id}-error` : ''}`}
        className="w-full rounded-control border border-control bg-surface px-3.5 py-2 text-15"
      />
      <FieldError id={`${id}-error`}>{wrong && t('answerNeeded', { min: minComplaintText })}</FieldError>
      <p id={`${id}-hint`} className="mt-1 text-13 text-fg3">
        {t('answerHint')}
      </p>
    </div>
  )
}
