import {
  complaintFindings,
  complaintTextOf,
  maxComplaintText,
  minComplaintText,
  type ComplaintFinding,
} from '@evenhand/protocol/complaints.ts'
import { Select } from '@evenhand/ui/select.tsx'
import { TextArea } from '@evenhand/ui/text-area.tsx'
import { useTranslations } from 'use-intl'
import { Macros } from './macros.tsx'
import { DecisionDialog } from '../../case/decision-dialog.tsx'
import { useDraft, useDraftOf } from '../../lib/use-draft.ts'

type AnswerInput = { finding: ComplaintFinding; answer: string; reason: string }
type AnswerProps = { no: string; submit: (input: AnswerInput) => Promise<unknown>; onClose: () => void }

/** The house's answer: what it finds, in words for the customer, and a reason for the record. */
export function AnswerDialog({ no, submit, onClose }: AnswerProps) {
  const t = useTranslations('complaints')
  const [finding, setFinding] = useDraftOf<ComplaintFinding | ''>('finding', '')
  const { text: answer, setText: setAnswer, close } = useDraft('answer', onClose)
  const sent = complaintTextOf(answer)
  return (
    <DecisionDialog
      title={t('answerTitle', { no })}
      effect={t('effect')}
      button={t('send')}
      danger={false}
      about="answer"
      complete={finding !== '' && sent !== undefined}
      submit={(reason) => submit({ finding: finding as ComplaintFinding, answer: sent ?? '', reason })}
      onClose={close}
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
          <TextArea
            label={t('answerLabel')}
            hint={t('answerHint')}
            error={tried && sent === undefined && t('answerNeeded', { min: minComplaintText })}
            rows={7}
            maxLength={maxComplaintText}
            value={answer}
            onChange={({ target }) => setAnswer(target.value)}
          />
          <Macros answer={sent} onInsert={setAnswer} />
        </>
      )}
    </DecisionDialog>
  )
}
