import { loanReasons, type LoanReason } from '@evenhand/protocol/states.ts'
import { Select } from '@evenhand/ui/select.tsx'
import { useTranslations } from 'use-intl'
import { DecisionDialog } from '../../case/decision-dialog.tsx'
import { useDraftOf } from '../../lib/use-draft.ts'

type RejectLoanProps = {
  orderNo: string
  submit: (request: { reasonCode: LoanReason; reason: string }) => Promise<unknown>
  onClose: () => void
}

/** Rejects by a reason of the closed list; no money has moved. */
export function RejectLoanDialog({ orderNo, submit, onClose }: RejectLoanProps) {
  const t = useTranslations('loans')
  const [code, setCode] = useDraftOf<LoanReason | ''>('reject', '')
  return (
    <DecisionDialog
      title={t('rejectTitle', { orderNo })}
      effect={t('effect.rejects')}
      button={t('reject')}
      about="correct"
      complete={code !== ''}
      submit={(reason) => submit({ reasonCode: code as LoanReason, reason })}
      onClose={onClose}
    >
      {(tried) => <LoanReasonField value={code} onChange={setCode} tried={tried} />}
    </DecisionDialog>
  )
}

type LoanReasonProps = { value: LoanReason | ''; onChange: (code: LoanReason | '') => void; tried: boolean }

/** A reason of the closed list. */
export function LoanReasonField({ value, onChange, tried }: LoanReasonProps) {
  const t = useTranslations('loans')
  return (
    <Select
      label={t('reasonCode')}
      value={value}
      error={tried && value === '' && t('pickReason')}
      options={[
        { value: '', label: t('pickReason') },
        ...loanReasons.map((code) => ({ value: code, label: t(`reason.${code}`) })),
      ]}
      onChange={({ target }) => onChange(target.value as LoanReason | '')}
    />
  )
}
