import { withdrawalReasons, type WithdrawalReason } from '@evenhand/protocol/states.ts'
import { TextField } from '@evenhand/ui/field.tsx'
import { Select } from '@evenhand/ui/select.tsx'
import { useTranslations } from 'use-intl'
import { needsReference } from './rejection.ts'

type RejectReasonProps = {
  code: WithdrawalReason | ''
  onCode: (code: WithdrawalReason | '') => void
  reference: string
  onReference: (reference: string) => void
  /** Under an order that its customer may not be notified of: no reason that names an order. */
  silent: boolean
  tried: boolean
}

/** A reason of the closed list, with the number of the order where it rests on one. */
export function RejectReason({ code, onCode, reference, onReference, silent, tried }: RejectReasonProps) {
  const t = useTranslations('withdrawals')
  return (
    <>
      <Select
        label={t('reasonCode')}
        value={code}
        error={tried && code === '' && t('pickReason')}
        options={[
          { value: '', label: t('pickReason') },
          ...withdrawalReasons
            .filter((value) => !silent || !needsReference(value))
            .map((value) => ({ value, label: t(`reason.${value}`) })),
        ]}
        onChange={({ target }) => onCode(target.value as WithdrawalReason | '')}
      />
      {needsReference(code) && (
        <TextField
          label={t('reference')}
          hint={t('referenceHint')}
          value={reference}
          maxLength={80}
          error={tried && reference.trim().length < 3 && t('referenceNeeded')}
          onChange={({ target }) => onReference(target.value)}
          dir="auto"
        />
      )}
    </>
  )
}
