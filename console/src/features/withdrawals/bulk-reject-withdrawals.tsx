import { withdrawalRejection } from '@evenhand/proofs/approval-payloads.ts'
import type { SignedInOperator } from '@evenhand/protocol/operators.ts'
import type { WithdrawalReason } from '@evenhand/protocol/states.ts'
import { rejectWithdrawal, viewWithdrawal, withdrawalQueue } from '@evenhand/protocol/withdrawals-console.ts'
import { Amount } from '@evenhand/ui/format.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { signPayload, signsBySoftware } from '../../approval/sign-payload.ts'
import { call } from '../../lib/call.ts'
import { useOperator } from '../../lib/session.ts'
import { BulkReject } from '../../queue/bulk-reject.tsx'
import { RejectReason } from './reject-reason.tsx'
import { needsReference, type Rejection } from './rejection.ts'
import { isInReview } from './withdrawal-words.tsx'

type QueuedWithdrawal = z.output<typeof withdrawalQueue.result>['rows'][number]

/** Who rejected it first, where the reason takes two. */
const rejectedBy = ({ verdicts }: QueuedWithdrawal): string | undefined =>
  verdicts.find(({ verdict }) => verdict === 'REJECT')?.operator

/** Rejects one: what is signed is read at this moment, and nothing else than by the dialog of a single one. */
async function rejectOne(id: string, by: SignedInOperator, params: Rejection & { words: string }) {
  const { approval } = await call(viewWithdrawal, { id })
  const { reason: reasonCode, reference, words: reason } = params
  const assertion = await signPayload(by, withdrawalRejection(approval, { reason: reasonCode, reference }))
  const named = reference === '' ? {} : { reference }
  const { status } = await call(rejectWithdrawal, { id, reasonCode, ...named, reason, assertion })
  return status === 'REJECTED' ? 'decided' : 'waits'
}

/** Rejects picked withdrawals for one reason of the closed list, each signed by itself. */
export function BulkRejectWithdrawals({ rows, onClose }: { rows: readonly QueuedWithdrawal[]; onClose: () => void }) {
  const t = useTranslations('common')
  const operator = useOperator()
  const [code, setCode] = useState<WithdrawalReason | ''>('')
  const [reference, setReference] = useState('')
  const byOrder = needsReference(code)
  const hasReference = !byOrder || reference.trim().length >= 3
  const waiting = (row: QueuedWithdrawal): string | undefined => {
    const name = rejectedBy(row)
    return name === undefined ? undefined : t('bulk.waiting', { name })
  }
  if (operator === undefined) return null
  return (
    <BulkReject
      cases={rows.map((row) => ({
        id: row.id,
        name: row.orderNo,
        customer: row.username,
        amount: <Amount text={row.amount} asset={row.coin} />,
        note: waiting(row),
        unfit: !isInReview(row.status)
          ? t('bulk.unfit')
          : rejectedBy(row) === operator.operator.name
            ? waiting(row)
            : undefined,
      }))}
      complete={code !== '' && hasReference}
      signs={t(signsBySoftware(operator) ? 'bulk.sandboxSigns' : 'bulk.signs')}
      decide={(id, words) =>
        rejectOne(id, operator, {
          reason: code as WithdrawalReason,
          reference: byOrder ? reference.trim() : '',
          words,
        })
      }
      onClose={onClose}
    >
      {(tried) => (
        <RejectReason
          code={code}
          onCode={setCode}
          reference={reference}
          onReference={setReference}
          // An order that must be kept from the customer is never the reason that the customer reads.
          silent={rows.some(({ legalHold }) => legalHold?.tell === false)}
          tried={tried}
        />
      )}
    </BulkReject>
  )
}
