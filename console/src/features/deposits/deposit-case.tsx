import {
  creditDeposit,
  holdDeposit,
  rejectDeposit,
  returnDeposit,
  viewDeposit,
  type SeenDeposit,
} from '@evenhand/protocol/deposits-console.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@evenhand/ui/router.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CaseFrame } from '../../case/case-frame.tsx'
import { CaseState } from '../../case/case-state.tsx'
import { call } from '../../lib/call.ts'
import { freshMs } from '../../lib/use-page.ts'
import { DecidedContext } from '../../queue/case-actions.ts'
import { DueClock } from '../../queue/due-clock.tsx'
import { CreditDialog } from './credit-dialog.tsx'
import { DepositActions, type DialogName } from './deposit-actions.tsx'
import { DepositParts } from './deposit-parts.tsx'
import { DepositStatusChip, isWaiting } from './deposit-words.tsx'
import { HoldDialog, RejectDialog } from './end-dialogs.tsx'
import { RecordDialog } from './record-dialog.tsx'
import { ReturnDialog } from './return-dialog.tsx'

/** One deposit: what was claimed, what is known, and what a finance operator may decide on it. */
export function DepositCase({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery({
    queryKey: [viewDeposit.path, id],
    queryFn: ({ signal }) => call(viewDeposit, { id }, signal),
    refetchInterval: freshMs,
  })
  if (!query.data) return <CaseState query={query} onClose={onClose} />
  return <Case seen={query.data} onClose={onClose} />
}

function Case({ seen, onClose }: { seen: SeenDeposit; onClose: () => void }) {
  const t = useTranslations('deposits')
  const [dialog, setDialog] = useState<DialogName>()
  return (
    <CaseFrame
      title={t('case', { orderNo: seen.orderNo })}
      onClose={onClose}
      legalHold={seen.legalHold}
      marks={
        <>
          <DepositStatusChip status={seen.status} />
          {isWaiting(seen.status) && <DueClock dueAt={seen.dueAt} />}
        </>
      }
      actions={<DepositActions seen={seen} onRequest={setDialog} />}
    >
      <DepositParts seen={seen} />
      <Dialogs seen={seen} dialog={dialog} onClose={() => setDialog(undefined)} />
    </CaseFrame>
  )
}

const stay = () => {}

function Dialogs({
  seen,
  dialog,
  onClose,
}: {
  seen: SeenDeposit
  dialog: DialogName | undefined
  onClose: () => void
}) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { id, orderNo } = seen
  // Refused or not: what stands on the screen may be old, so everything is reloaded.
  const renewed = <T,>(done: Promise<T>) => done.finally(() => queries.invalidateQueries())
  if (dialog === 'credit')
    return <CreditDialog seen={seen} submit={(request) => renewed(call(creditDeposit, request))} onClose={onClose} />
  if (dialog === 'reject')
    return (
      <RejectDialog
        orderNo={orderNo}
        submit={(request) => renewed(call(rejectDeposit, { id, ...request }))}
        onClose={onClose}
      />
    )
  if (dialog === 'hold')
    return (
      <HoldDialog
        orderNo={orderNo}
        submit={(request) => renewed(call(holdDeposit, { id, ...request }))}
        onClose={onClose}
      />
    )
  if (dialog === 'return')
    return <ReturnDialog seen={seen} submit={(request) => renewed(call(returnDeposit, request))} onClose={onClose} />
  if (dialog === 'record')
    return (
      // What was recorded opens, and not the next case.
      <DecidedContext value={stay}>
        <RecordDialog
          deposit={seen}
          onRecorded={(recorded) => void navigate({ to: '/deposits', search: { id: recorded } })}
          onClose={onClose}
        />
      </DecidedContext>
    )
  return null
}
