import type { creditDeposit, SeenDeposit } from '@evenhand/protocol/deposits-console.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { ApprovalDialog } from '../../approval/approval-dialog.tsx'
import { useOperator } from '../../lib/session.ts'
import { ArrivedDialog } from './arrived-dialog.tsx'
import { approvalsMissing, creditedAmount, creditPayload, type Arrived } from './credit-payload.ts'

type CreditDialogProps = {
  seen: SeenDeposit
  submit: (request: z.output<typeof creditDeposit.request>) => Promise<unknown>
  onClose: () => void
}

/** First what arrived, which the operator reads from the chain or the proof; then the signature over exactly that. */
export function CreditDialog({ seen, submit, onClose }: CreditDialogProps) {
  const t = useTranslations('deposits')
  const me = useOperator()?.operator.id
  const [arrived, setArrived] = useState<Arrived>()
  if (!arrived) return <ArrivedDialog seen={seen} onArrived={setArrived} onClose={onClose} />
  const { id, round, revision } = seen
  return (
    <ApprovalDialog
      title={t('creditTitle', { orderNo: seen.orderNo })}
      about="credit"
      effect={approvalsMissing(seen, arrived, me) > 0 ? t('effect.waits') : t('effect.credits')}
      payload={() => creditPayload(seen, arrived)}
      button={t('sign')}
      submit={({ reason, assertion }) =>
        submit({
          id,
          round,
          revision,
          amount: creditedAmount(seen, arrived),
          reason,
          assertion,
          ...(arrived.from === '' ? {} : { fromAddress: arrived.from }),
        })
      }
      onClose={onClose}
    />
  )
}
