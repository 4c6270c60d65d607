import { proposeLegalHold } from '@evenhand/protocol/legal-holds.ts'
import { Checkbox, TextField } from '@evenhand/ui/field.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { ProposalDialog } from '../../requests/proposal-dialog.tsx'

type HoldFormProps = {
  customerId: string
  /** The order stands; it is to be lifted. */
  lift: boolean
  onClose: () => void
}

/** Proposes to put a customer under the order of a court, by its reference, or to lift it. */
export function HoldForm({ customerId, lift, onClose }: HoldFormProps) {
  const t = useTranslations('customers')
  const [reference, setReference] = useState('')
  const [tell, setTell] = useState(true)
  const kind = lift ? 'customer.release' : 'customer.hold'
  const isComplete = reference.trim().length >= 3
  const asked = { customerId, reference: reference.trim() }
  return (
    <ProposalDialog
      title={lift ? t('hold.lift') : t('hold.propose')}
      kind={kind}
      values={isComplete ? { ...asked, tell: String(tell) } : undefined}
      effect={lift ? t('hold.effectLift') : t('hold.effect')}
      submit={(signed) => call(proposeLegalHold, { kind, ...asked, tell, ...signed })}
      onClose={onClose}
    >
      {(tried) => (
        <>
          <TextField
            label={t('hold.reference')}
            hint={t('hold.referenceHint')}
            value={reference}
            error={tried && !isComplete && t('hold.referenceNeeded')}
            onChange={({ target }) => setReference(target.value)}
            maxLength={120}
            dir="auto"
          />
          <div>
            <Checkbox label={t('hold.tell')} checked={tell} onChange={({ target }) => setTell(target.checked)} />
            <p className="text-13 text-fg3">{t('hold.tellHint')}</p>
          </div>
        </>
      )}
    </ProposalDialog>
  )
}
