import { approveWithdrawal, rejectWithdrawal, viewWithdrawal } from '@evenhand/protocol/withdrawals-console.ts'
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
import { RejectDialog } from './reject-dialog.tsx'
import { WithdrawalParts } from './withdrawal-parts.tsx'
import { isInReview, WithdrawalStatusChip } from './withdrawal-words.tsx'

export type SeenWithdrawal = z.output<typeof viewWithdrawal.result>

/** One withdrawal: what was requested, what is known, and what a finance operator may decide on it. */
export function WithdrawalCase({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery({
    queryKey: [viewWithdrawal.path, id],
    queryFn: ({ signal }) => call(viewWithdrawal, { id }, signal),
    refetchInterval: freshMs,
  })
  if (!query.data) return <CaseState query={query} onClose={onClose} />
  return <Case seen={query.data} onClose={onClose} />
}

function Case({ seen, onClose }: { seen: SeenWithdrawal; onClose: () => void }) {
  const t = useTranslations('withdrawals')
  const may = useMay()
  const me = useOperator()?.operator.name
  const [open, setOpen] = useState<'approve' | 'reject'>()
  const queries = useQueryClient()
  const decide = isInReview(seen.status) && may(approveWithdrawal)
  const own = seen.verdicts.filter(({ operator }) => operator === me).map(({ verdict }) => verdict)
  // An approval can be taken back by a rejection, and a rejection by nothing.
  const approved = own.includes('APPROVE') && !own.includes('REJECT')
  const approve = useCallback(() => setOpen('approve'), [])
  const reject = useCallback(() => setOpen('reject'), [])
  // No approval passes a legal hold; what is left is to reject it, or to wait for its end.
  const approves = decide && own.length === 0 && !seen.legalHold
  useCaseActions({
    approve: approves ? approve : undefined,
    reject: decide ? reject : undefined,
    spoken: own.length > 0,
  })
  const done = async () => {
    await queries.invalidateQueries()
  }
  const left = seen.approvalsNeeded - seen.approvalsGiven
  return (
    <CaseFrame
      title={t('case', { orderNo: seen.orderNo })}
      onClose={onClose}
      legalHold={seen.legalHold}
      marks={
        <>
          <WithdrawalStatusChip status={seen.status} />
          {isInReview(seen.status) && <DueClock dueAt={seen.dueAt} />}
        </>
      }
      actions={
        decide && (
          <>
            {approved ? (
              <p className="w-full text-13 text-fg2">{t('spoken')}</p>
            ) : (
              approves && <Button onClick={approve}>{t('approve')}</Button>
            )}
            <Button variant="secondary" onClick={reject}>
              {t('reject')}
            </Button>
          </>
        )
      }
    >
      <WithdrawalParts seen={seen} />
      {open === 'approve' && (
        <ApprovalDialog
          title={t('approveTitle', { orderNo: seen.orderNo })}
          about="pay"
          effect={left > 1 ? t('effect.waits') : t('effect.pays')}
          payload={() => seen.approval}
          button={t('sign')}
          submit={(approval) => call(approveWithdrawal, { id: seen.id, ...approval }).finally(done)}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'reject' && (
        <RejectDialog
          seen={seen}
          submit={(response) => call(rejectWithdrawal, { id: seen.id, ...response }).finally(done)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </CaseFrame>
  )
}
