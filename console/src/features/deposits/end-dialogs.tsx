import { depositReasons, type DepositReason } from '@evenhand/protocol/states.ts'
import { TextField } from '@evenhand/ui/field.tsx'
import { Select } from '@evenhand/ui/select.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DecisionDialog } from '../../case/decision-dialog.tsx'

type EndProps<Ask> = { orderNo: string; submit: (ask: Ask) => Promise<unknown>; onClose: () => void }

/** Rejects by a reason of the closed list; the customer may submit once more. */
export function RejectDialog({ orderNo, submit, onClose }: EndProps<{ reasonCode: DepositReason; reason: string }>) {
  const t = useTranslations('deposits')
  const [code, setCode] = useState<DepositReason | ''>('')
  return (
    <DecisionDialog
      title={t('rejectTitle', { orderNo })}
      effect={t('effect.rejects')}
      button={t('reject')}
      complete={code !== ''}
      submit={(reason) => submit({ reasonCode: code as DepositReason, reason })}
      onClose={onClose}
    >
      {(tried) => (
        <Select
          label={t('reasonCode')}
          value={code}
          error={tried && code === '' && t('pickReason')}
          options={[
            { value: '', label: t('pickReason') },
            ...depositReasons.map((value) => ({ value, label: t(`reason.${value}`) })),
          ]}
          onChange={({ target }) => setCode(target.value as DepositReason | '')}
        />
      )}
    </DecisionDialog>
  )
}

/** Holds a deposit under the reference of an order against money laundering. */
export function HoldDialog({ orderNo, submit, onClose }: EndProps<{ reference: string; reason: string }>) {
  const t = useTranslations('deposits')
  const [reference, setReference] = useState('')
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
