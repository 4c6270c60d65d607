import { approveLoan, rejectLoan, viewLoanCase } from '@evenhand/protocol/loans-console.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { ApprovalDialog } from '../../approval/approval-dialog.tsx'
import { CaseFrame } from '../../case/case-frame.tsx'
import { CaseState } from '../../case/case-state.tsx'
import { call } from '../../lib/call.ts'
import { useMay, useOperator } from '../../lib/session.ts'
import { freshMs } from '../../lib/use-page.ts'
import { useCaseActions } from '../../queue/case-actions.ts'
import { DueClock } from '../../queue/due-clock.tsx'
import { LoanParts } from './loan-parts.tsx'
import { isInReview, LoanStatusChip } from './loan-words.tsx'
import { RejectLoanDialog } from './reject-loan-dialog.tsx'
import { PlanActions } from './repayment-plans.tsx'

export type LoanCaseView = z.output<typeof viewLoanCase.result>

/** One loan: who borrows what, what was signed, and what a finance operator may decide on it. */
export function LoanCase({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery({
    queryKey: [viewLoanCase.path, id],
    queryFn: ({ signal }) => call(viewLoanCase, { id }, signal),
    refetchInterval: freshMs,
  })
  if (!query.data) return <CaseState query={query} onClose={onClose} />
  return <Case seen={query.data} onClose={onClose} />
}

type DialogName = 'approve' | 'reject'

function Case({ seen, onClose }: { seen: LoanCaseView; onClose: () => void }) {
  const t = useTranslations('loans')
  const [dialog, setDialog] = useState<DialogName>()
  const [opened, setOpened] = useState(false)
  return (
    <CaseFrame
      title={t('case', { orderNo: seen.orderNo })}
      onClose={onClose}
      legalHold={seen.legalHold}
      marks={
        <>
          <LoanStatusChip status={seen.status} />
          {isInReview(seen.status) && <DueClock dueAt={seen.reviewDueAt} />}
        </>
      }
      actions={
        <>
          <Actions seen={seen} opened={opened} onRequest={setDialog} />
          <PlanActions seen={seen} />
        </>
      }
    >
      <LoanParts seen={seen} onOpened={() => setOpened(true)} />
      <Dialogs seen={seen} dialog={dialog} onClose={() => setDialog(undefined)} />
    </CaseFrame>
  )
}

type ActionsProps = {
  seen: LoanCaseView
  /** The picture of the signature was opened in this visit. */
  opened: boolean
  onRequest: (dialog: DialogName) => void
}

/** What a finance operator may decide, and why a button is off: who approves has seen the signature. */
function Actions({ seen, opened, onRequest }: ActionsProps) {
  const t = useTranslations('loans')
  const may = useMay()
  const me = useOperator()?.operator.id
  const decides = isInReview(seen.status) && may(approveLoan)
  const spoken = seen.approvals.some(({ operatorId }) => operatorId === me)
  // No approval passes a legal hold; what is left is to reject it, or to wait for its end.
  const approves = decides && !spoken && !seen.legalHold
  const isSeen = opened || seen.signatureFileId === null
  const approve = useCallback(() => onRequest('approve'), [onRequest])
  const reject = useCallback(() => onRequest('reject'), [onRequest])
  useCaseActions({
    approve: approves && isSeen ? approve : undefined,
    reject: decides ? reject : undefined,
    spoken: decides && spoken,
  })
  if (!decides) return null
  return (
    <>
      {spoken && <p className="w-full text-13 text-fg2">{t('spoken')}</p>}
      {approves && !isSeen && (
        <p id="open-signature" className="w-full text-13 text-fg2">
          {t('openFirst')}
        </p>
      )}
      {approves && (
        <Button onClick={approve} disabled={!isSeen} aria-describedby={isSeen ? undefined : 'open-signature'}>
          {t('approve')}
        </Button>
      )}
      <Button variant="secondary" onClick={reject}>
        {t('reject')}
      </Button>
    </>
  )
}

type DialogsProps = { seen: LoanCaseView; dialog: DialogName | undefined; onClose: () => void }

function Dialogs({ seen, dialog, onClose }: DialogsProps) {
  const t = useTranslations('loans')
  const queries = useQueryClient()
  const { id, orderNo } = seen
  // Refused or not: what stands on the screen may be old, so everything is reloaded.
  const renewed = <T,>(done: Promise<T>) => done.finally(() => queries.invalidateQueries())
  if (dialog === 'approve')
    return (
      <ApprovalDialog
        title={t('approveTitle', { orderNo })}
        about="identity"
        effect={seen.approvalsNeeded - seen.approvals.length > 1 ? t('effect.waits') : t('effect.paysOut')}
        payload={() => seen.approval}
        button={t('sign')}
        submit={(signed) => renewed(call(approveLoan, { id, ...signed }))}
        onClose={onClose}
      />
    )
  if (dialog === 'reject')
    return (
      <RejectLoanDialog
        orderNo={orderNo}
        submit={(request) => renewed(call(rejectLoan, { id, ...request }))}
        onClose={onClose}
      />
    )
  return null
}
