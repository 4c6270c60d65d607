import { withdrawalRejection } from '@evenhand/proofs/approval-payloads.ts'
import type { Assertion } from '@evenhand/protocol/operator-route.ts'
import { withdrawalReasons, type WithdrawalReason } from '@evenhand/protocol/states.ts'
import { TextField } from '@evenhand/ui/field.tsx'
import { Select } from '@evenhand/ui/select.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApprovalDialog } from '../../approval/approval-dialog.tsx'
import { ValuesDialog } from '../../approval/values-dialog.tsx'
import { needsReference, type Rejection } from './rejection.ts'
import type { SeenWithdrawal } from './withdrawal-case.tsx'

type Answer = { reasonCode: WithdrawalReason; reference?: string; reason: string; assertion: Assertion }
type RejectDialogProps = { seen: SeenWithdrawal; submit: (answer: Answer) => Promise<unknown>; onClose: () => void }

/** Rejects by a reason of the closed list, signed like an approval; the held money is back in the same moment. */
export function RejectDialog({ seen, submit, onClose }: RejectDialogProps) {
  const t = useTranslations('withdrawals')
  const [chosen, setChosen] = useState<Rejection>()
  if (!chosen) return <ReasonDialog orderNo={seen.orderNo} onChosen={setChosen} onClose={onClose} />
  const { reason: code, reference } = chosen
  return (
    <ApprovalDialog
      title={t('rejectTitle', { orderNo: seen.orderNo })}
      effect={code === 'LEGAL_HOLD' ? t('effect.legalHold') : t('effect.rejects')}
      payload={() => withdrawalRejection(seen.approval, chosen)}
      button={t('signRejection')}
      submit={(signed) => submit({ ...signed, reasonCode: code, ...(reference === '' ? {} : { reference }) })}
      onClose={onClose}
    />
  )
}

type ReasonDialogProps = { orderNo: string; onChosen: (chosen: Rejection) => void; onClose: () => void }

function ReasonDialog({ orderNo, onChosen, onClose }: ReasonDialogProps) {
  const t = useTranslations('withdrawals')
  const [code, setCode] = useState<WithdrawalReason | ''>('')
  const [reference, setReference] = useState('')
  const byOrder = needsReference(code)
  const hasReference = !byOrder || reference.trim().length >= 3
  return (
    <ValuesDialog
      title={t('rejectTitle', { orderNo })}
      button={t('next')}
      values={code !== '' && hasReference ? { reason: code, reference: byOrder ? reference.trim() : '' } : undefined}
      onValues={onChosen}
      onClose={onClose}
    >
      {(tried) => (
        <>
          <Select
            label={t('reasonCode')}
            value={code}
            error={tried && code === '' && t('pickReason')}
            options={[
              { value: '', label: t('pickReason') },
              ...withdrawalReasons.map((value) => ({ value, label: t(`reason.${value}`) })),
            ]}
            onChange={({ target }) => setCode(target.value as WithdrawalReason | '')}
          />
          {byOrder && (
            <TextField
              label={t('reference')}
              hint={t('referenceHint')}
              value={reference}
              maxLength={80}
              error={tried && !hasReference && t('referenceNeeded')}
              onChange={({ target }) => setReference(target.value)}
              dir="auto"
            />
          )}
        </>
      )}
    </ValuesDialog>
  )
}
