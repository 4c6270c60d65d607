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

type Referring = EndProps<{ reference: string; reason: string }> & { what: 'hold' | 'return' }

function ReferenceDialog({ orderNo, submit, onClose, what }: Referring) {
  const t = useTranslations('deposits')
  const [reference, setReference] = useState('')
  const isComplete = reference.trim().length >= 3
  const holds = what === 'hold'
  return (
    <DecisionDialog
      title={holds ? t('holdTitle', { orderNo }) : t('returnTitle', { orderNo })}
      effect={t(`effect.${what}`)}
      button={t(what)}
      complete={isComplete}
      submit={(reason) => submit({ reference: reference.trim(), reason })}
      onClose={onClose}
    >
      {(tried) => (
        <TextField
          label={holds ? t('holdReference') : t('returnReference')}
          value={reference}
          error={tried && !isComplete && t('referenceNeeded')}
          onChange={({ target }) => setReference(target.value)}
          dir="auto"
        />
      )}
    </DecisionDialog>
  )
}

/** Holds a deposit under the reference of an order against money laundering. */
export const HoldDialog = (props: Omit<Referring, 'what'>) => <ReferenceDialog {...props} what="hold" />
/** Notes that held coins were sent back, with the transaction that did. */
export const ReturnDialog = (props: Omit<Referring, 'what'>) => <ReferenceDialog {...props} what="return" />
