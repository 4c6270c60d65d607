import { rejectDeposit, type SeenDeposit } from '@evenhand/protocol/deposits-console.ts'
import type { DepositReason } from '@evenhand/protocol/states.ts'
import { Amount } from '@evenhand/ui/format.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { BulkReject } from '../../queue/bulk-reject.tsx'
import { RejectReason } from './end-dialogs.tsx'

/** What the chain shows is credited or held, never rejected; what ended or is on hold does not wait for a rejection. */
const isFit = ({ status, blockHeight }: SeenDeposit): boolean =>
  (status === 'SUBMITTED' || status === 'CONFIRMING') && blockHeight === null

/** Rejects picked deposits for one reason of the closed list. */
export function BulkRejectDeposits({ rows, onClose }: { rows: readonly SeenDeposit[]; onClose: () => void }) {
  const t = useTranslations('common')
  const [code, setCode] = useState<DepositReason | ''>('')
  return (
    <BulkReject
      cases={rows.map((row) => ({
        id: row.id,
        name: row.orderNo,
        customer: row.username,
        amount: <Amount text={row.amount} asset={row.coin} />,
        unfit: isFit(row) ? undefined : t('bulk.unfit'),
      }))}
      complete={code !== ''}
      decide={async (id, reason) => {
        await call(rejectDeposit, { id, reasonCode: code as DepositReason, reason })
        return 'decided'
      }}
      onClose={onClose}
    >
      {(tried) => <RejectReason value={code} onChange={setCode} tried={tried} />}
    </BulkReject>
  )
}
