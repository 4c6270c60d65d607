import {
  creditDeposit,
  holdDeposit,
  rejectDeposit,
  returnDeposit,
  viewDeposit,
  type SeenDeposit,
} from '@evenhand/protocol/deposits-console.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CaseFrame } from '../../case/case-frame.tsx'
import { CaseState } from '../../case/case-state.tsx'
import { call } from '../../lib/call.ts'
import { useMay, useOperator } from '../../lib/session.ts'
import { freshMs } from '../../lib/use-page.ts'
import { useCaseActions } from '../../queue/case-actions.ts'
import { DueClock } from '../../queue/due-clock.tsx'
import { CreditDialog } from './credit-dialog.tsx'
import { DepositParts } from './deposit-parts.tsx'
import { DepositStatusChip, isWaiting } from './deposit-words.tsx'
import { HoldDialog, RejectDialog } from './end-dialogs.tsx'
import { ReturnDialog } from './return-dialog.tsx'

/** One deposit: what was claimed, what is known, and what a finance operator may say to it. */
export function DepositCase({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery({
    queryKey: [viewDeposit.path, id],
    queryFn: ({ signal }) => call(viewDeposit, { id }, signal),
    refetchInterval: freshMs,
  })
  if (!query.data) return <CaseState query={query} onClose={onClose} />
  return <Case seen={query.data} onClose={onClose} />
}

type Asked = 'credit' | 'reject' | 'hold' | 'return'

function Case({ seen, onClose }: { seen: SeenDeposit; onClose: () => void }) {
  const t = useTranslations('deposits')
  const may = useMay()
  const me = useOperator()?.operator.id
  const [asked, setAsked] = useState<Asked>()
  const waits = isWaiting(seen.status)
  const spoken = seen.approvals.some(({ operatorId }) => operatorId === me)
  const saidReturned = waits && seen.returns.some(({ operatorId }) => operatorId === me)
  const credits = waits && !spoken && may(creditDeposit)
  const rejects = (seen.status === 'SUBMITTED' || seen.status === 'CONFIRMING') && may(rejectDeposit)
  const credit = useCallback(() => setAsked('credit'), [])
  const reject = useCallback(() => setAsked('reject'), [])
  useCaseActions({ approve: credits ? credit : undefined, reject: rejects ? reject : undefined })
  const actions = waits && may(creditDeposit) && (
    <>
      {spoken && <p className="w-full text-13 text-fg2">{t('spoken')}</p>}
      {saidReturned && <p className="w-full text-13 text-fg2">{t('spokenReturn')}</p>}
      {credits && <Button onClick={credit}>{t('credit')}</Button>}
      {rejects && (
        <Button look="secondary" onClick={reject}>
          {t('reject')}
        </Button>
      )}
      {rejects && may(holdDeposit) && (
        <Button look="quiet" onClick={() => setAsked('hold')}>
          {t('hold')}
        </Button>
      )}
      {seen.status === 'ON_HOLD_AML' && may(returnDeposit) && (
        <Button look="secondary" onClick={() => setAsked('return')}>
          {t('return')}
        </Button>
      )}
    </>
  )
  return (
    <CaseFrame
      title={t('case', { orderNo: seen.orderNo })}
      onClose={onClose}
      marks={
        <>
          <DepositStatusChip status={seen.status} />
          {waits && <DueClock dueAt={seen.dueAt} />}
        </>
      }
      actions={actions}
    >
      <DepositParts seen={seen} />
      <Dialogs seen={seen} asked={asked} onClose={() => setAsked(undefined)} />
    </CaseFrame>
  )
}

function Dialogs({ seen, asked, onClose }: { seen: SeenDeposit; asked: Asked | undefined; onClose: () => void }) {
  const queries = useQueryClient()
  const { id, orderNo } = seen
  // Refused or not: what stands on the screen may be old, so everything is read anew.
  const renewed = <T,>(done: Promise<T>) => done.finally(() => queries.invalidateQueries())
  if (asked === 'credit')
    return <CreditDialog seen={seen} submit={(ask) => renewed(call(creditDeposit, ask))} onClose={onClose} />
  if (asked === 'reject')
    return (
      <RejectDialog
        orderNo={orderNo}
        submit={(ask) => renewed(call(rejectDeposit, { id, ...ask }))}
        onClose={onClose}
      />
    )
  if (asked === 'hold')
    return (
      <HoldDialog orderNo={orderNo} submit={(ask) => renewed(call(holdDeposit, { id, ...ask }))} onClose={onClose} />
    )
  if (asked === 'return')
    return <ReturnDialog seen={seen} submit={(ask) => renewed(call(returnDeposit, ask))} onClose={onClose} />
  return null
}
