import type { Loan } from '@evenhand/protocol/loans.ts'
import { Skeleton } from '@evenhand/ui/states.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { RetryLine } from '../../layout/retry-line.tsx'
import { ComplainLink } from '../../lib/complain-link.tsx'
import { Amount } from '../../lib/format.tsx'
import { useWhen } from '../../lib/use-when.ts'
import { CollateralPart } from './collateral-card.tsx'
import { DocumentButtons } from './document-button.tsx'
import { LoanChip } from './loan-chip.tsx'
import { LoanTimeline } from './loan-timeline.tsx'
import { useLoan } from './loans-query.ts'

/** A loan that has ended, or an application that came to nothing, and why. */
export function LoanRow({ loan }: { loan: Loan }) {
  const t = useTranslations('loans')
  const when = useWhen()
  return (
    <li className="flex flex-col gap-1.5 px-5 py-3">
      <p className="flex flex-wrap items-center gap-3">
        <Amount text={loan.amount} className="font-600" />
        <span className="text-fg2">{t('days', { days: loan.days })}</span>
        <LoanChip status={loan.status} />
      </p>
      {loan.reasonCode !== null && <p className="text-13">{t(`reason.${loan.reasonCode}`)}</p>}
      <p className="flex flex-wrap justify-between gap-x-3 text-13 text-fg2">
        <bdi>{when(loan.endedAt ?? loan.decidedAt ?? loan.signedAt)}</bdi>
        <span>{t('account.number', { no: loan.orderNo })}</span>
      </p>
      <div className="flex flex-wrap gap-2">
        <DocumentButtons loan={loan} size="small" />
        {loan.status === 'REJECTED' && <ComplainLink about="other" no={loan.orderNo} appeal />}
      </div>
      <History id={loan.id} />
    </li>
  )
}

/** What happened to the loan and to its collateral: a sale that ends a loan is read here. */
function History({ id }: { id: string }) {
  const t = useTranslations('loans')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="min-h-6 cursor-pointer text-13 font-600 text-accent-text mobile:min-h-11">
        {t('account.history')}
      </summary>
      {isOpen && <Course id={id} />}
    </details>
  )
}

function Course({ id }: { id: string }) {
  const { data, isError, refetch } = useLoan(id)
  if (!data) return isError ? <RetryLine onRetry={() => void refetch()} /> : <Skeleton className="mt-2 h-24" />
  return (
    <div className="mt-2 flex flex-col gap-4">
      <LoanTimeline events={data.events} />
      <CollateralPart id={id} isOpen={false} />
    </div>
  )
}
