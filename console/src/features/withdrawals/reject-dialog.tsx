import { withdrawalRejection } from '@evenhand/proofs/approval-payloads.ts'
import type { Assertion } from '@evenhand/protocol/operator-route.ts'
import type { WithdrawalReason } from '@evenhand/protocol/states.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApprovalDialog } from '../../approval/approval-dialog.tsx'
import { ValuesDialog } from '../../approval/values-dialog.tsx'
import { useDraftOf } from '../../lib/use-draft.ts'
import { RejectReason } from './reject-reason.tsx'
import { needsReference, type Rejection } from './rejection.ts'
import type { SeenWithdrawal } from './withdrawal-case.tsx'

type Response = { reasonCode: WithdrawalReason; reference?: string; reason: string; assertion: Assertion }
type RejectDialogProps = { seen: SeenWithdrawal; submit: (response: Response) => Promise<unknown>; onClose: () => void }

/** Rejects by a reason of the closed list, signed like an approval; the held money is back in the same moment. */
export function RejectDialog({ seen, submit, onClose }: RejectDialogProps) {
  const t = useTranslations('withdrawals')
  const [chosen, setChosen] = useState<Rejection>()
  if (!chosen) return <ReasonDialog seen={seen} onChosen={setChosen} onClose={onClose} />
  const { reason: code, reference } = chosen
  return (
    <ApprovalDialog
      title={t('rejectTitle', { orderNo: seen.orderNo })}
      about="refuse"
      effect={code === 'LEGAL_HOLD' ? t('effect.legalHold') : t('effect.rejects')}
      payload={() => withdrawalRejection(seen.approval, chosen)}
      button={t('signRejection')}
      submit={(signed) => submit({ ...signed, reasonCode: code, ...(reference === '' ? {} : { reference }) })}
      onClose={onClose}
    />
  )
}

type ReasonDialogProps = { seen: SeenWithdrawal; onChosen: (chosen: Rejection) => void; onClose: () => void }

function ReasonDialog({ seen: { orderNo, legalHold }, onChosen, onClose }: ReasonDialogProps) {
  const t = useTranslations('withdrawals')
  const [code, setCode] = useDraftOf<WithdrawalReason | ''>('reject', '')
  const [reference, setReference] = useDraftOf('reject reference', '')
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
        <RejectReason
          code={code}
          onCode={setCode}
          reference={reference}
          onReference={setReference}
          silent={legalHold?.tell === false}
          tried={tried}
        />
      )}
    </ValuesDialog>
  )
}
