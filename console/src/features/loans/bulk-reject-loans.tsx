import { rejectLoan, type SeenLoan } from '@evenhand/protocol/loans-console.ts'
import type { LoanReason } from '@evenhand/protocol/states.ts'
import { Amount } from '@evenhand/ui/format.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { BulkReject } from '../../queue/bulk-reject.tsx'
import { isInReview } from './loan-words.tsx'
import { LoanReasonField } from './reject-loan-dialog.tsx'

/** Rejects picked applications for one reason of the closed list. */
export function BulkRejectLoans({ rows, onClose }: { rows: readonly SeenLoan[]; onClose: () => void }) {
  const t = useTranslations('common')
  const loans = useTranslations('loans')
  const [code, setCode] = useState<LoanReason | ''>('')
  return (
    <BulkReject
      cases={rows.map((row) => ({
        id: row.id,
        name: row.orderNo,
        customer: row.username,
        amount: <Amount text={row.amount} />,
        note: row.approvals.length > 0 ? loans('approvedBy', { name: row.approvals[0]?.operator ?? '' }) : undefined,
        unfit: isInReview(row.status) ? undefined : t('bulk.unfit'),
      }))}
      complete={code !== ''}
      decide={async (id, reason) => {
        await call(rejectLoan, { id, reasonCode: code as LoanReason, reason })
        return 'decided'
      }}
      onClose={onClose}
    >
      {(tried) => <LoanReasonField value={code} onChange={setCode} tried={tried} />}
    </BulkReject>
  )
}
