import { depositReasons, type DepositReason } from '@evenhand/protocol/states.ts'
import { TextField } from '@evenhand/ui/field.tsx'
import { Select } from '@evenhand/ui/select.tsx'
import { useTranslations } from 'use-intl'
import { DecisionDialog } from '../../case/decision-dialog.tsx'
import { useDraftOf } from '../../lib/use-draft.ts'

type EndProps<Request> = { orderNo: string; submit: (request: Request) => Promise<unknown>; onClose: () => void }

/** Rejects by a reason of the closed list; the customer may submit once more. */
export function RejectDialog({ orderNo, submit, onClose }: EndProps<{ reasonCode: DepositReason; reason: string }>) {
  const t = useTranslations('deposits')
  const [code, setCode] = useDraftOf<DepositReason | ''>('reject', '')
  return (
    <DecisionDialog
      title={t('rejectTitle', { orderNo })}
      effect={t('effect.rejects')}
      button={t('reject')}
      complete={code !== ''}
      submit={(reason) => submit({ reasonCode: code as DepositReason, reason })}
      onClose={onClose}
    >
      {(tried) => <RejectReason value={code} onChange={setCode} tried={tried} />}
    </DecisionDialog>
  )
}

type RejectReasonProps = {
  value: DepositReason | ''
  onChange: (code: DepositReason | '') => void
  tried: boolean
}

/** A reason of the closed list. */
export function RejectReason({ value, onChange, tried }: RejectReasonProps) {
  const t = useTranslations('deposits')
  return (
    <Select
      label={t('reasonCode')}
      value={value}
      error={tried && value === '' && t('pickReason')}
      options={[
        { value: '', label: t('pickReason') },
        ...depositReasons.map((code) => ({ value: code, label: t(`reason.${code}`) })),
      ]}
      onChange={({ target }) => onChange(target.value as DepositReason | '')}
    />
  )
}

/** Holds a deposit under the reference of an order against money laundering. */
export function HoldDialog({ orderNo, submit, onClose }: EndProps<{ reference: string; reason: string }>) {
  const t = useTranslations('deposits')
  const [reference, setReference] = useDraftOf('hold', '')
  const isComplete = reference.trim().length >= 3
  return (
    <DecisionDialog
      title={t('holdTitle', { orderNo })}
      effect={t('effect.hold')}
      button={t('hold')}
      complete={isComplete}
      submit={(reason) => submit({ reference: reference.trim(), reason })}
      onClose={onClose}
    >
      {(tried) => (
        <TextField
          label={t('holdReference')}
          value={reference}
          error={tried && !isComplete && t('referenceNeeded')}
          onChange={({ target }) => setReference(target.value)}
          dir="auto"
        />
      )}
    </DecisionDialog>
  )
}
