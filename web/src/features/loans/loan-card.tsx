import { dayMs } from '@evenhand/protocol/durations.ts'
import type { Loan, WholeLoan } from '@evenhand/protocol/loans.ts'
import { planGraceDays } from '@evenhand/protocol/repayment-plan-rules.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { Banner, Card, Skeleton } from '@evenhand/ui/states.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { RetryLine } from '../../layout/retry-line.tsx'
import { DayCurve } from '../../lib/day-curve.tsx'
import { Dot } from '../../lib/dot.tsx'
import { Percent, Row } from '../../lib/figure-row.tsx'
import { evenAmounts } from '../../lib/even-amounts.tsx'
import { Amount, signOf } from '../../lib/format.tsx'
import { usdtUnits } from '../../lib/usdt.ts'
import { useWhen } from '../../lib/use-when.ts'
import { CancelDialog, WithdrawDialog } from './change-dialogs.tsx'
import { CollateralPart } from './collateral-card.tsx'
import { DocumentButtons } from './document-button.tsx'
import { LoanChip } from './loan-chip.tsx'
import { isLate, isRunning, nextInstalment, useLoan } from './loans-query.ts'
import { LoanTimeline } from './loan-timeline.tsx'
import { RepayDialog } from './repay-dialog.tsx'
import { RepaymentPlanPart } from './repayment-plan.tsx'
import { SignedClauses } from './signed-clauses.tsx'

/** A loan that runs or is under review: what is owed today, by when, and what can be done about it. */
export function LoanCard({ loan }: { loan: Loan }) {
  const t = useTranslations('loans')
  const when = useWhen()
  const { data: whole, isError, refetch } = useLoan(loan.id)
  const shown = whole ?? loan
  return (
    <Card className="flex min-w-0 flex-col gap-4 p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-16 font-700">
          <Amount text={shown.amount} />
          <Dot />
          {t('days', { days: shown.days })}
        </h2>
        <LoanChip status={shown.status} />
      </div>
      {shown.status === 'PENDING_REVIEW' && (
        <Banner variant="info">{t('account.review', { time: when(shown.reviewDueAt) })}</Banner>
      )}
      {shown.status === 'OVERDUE' && <Banner>{t('account.overdue')}</Banner>}
      {shown.status === 'IN_ARREARS' && shown.repaymentPlan === null && (
        <Banner variant="danger" action={<ToService />}>
          {t('account.arrears')}
        </Banner>
      )}
      <LateInstalment loan={shown} />
      {isRunning(shown) && <Owed loan={shown} />}
      <CollateralPart id={shown.id} isOpen={isRunning(shown) || shown.status === 'PENDING_REVIEW'} />
      <RepaymentPlanPart loan={shown} />
      <SignedClauses loan={shown} />
      <div className="grid gap-x-8 gap-y-4 desktop:grid-cols-2">
        <Terms loan={shown} />
        {whole && <LoanTimeline events={whole.events} />}
        {!whole && (isError ? <RetryLine onRetry={() => void refetch()} /> : <Skeleton className="h-24" />)}
      </div>
      {whole && whole.schedule.length > 1 && whole.repaymentPlan?.status !== 'ACCEPTED' && <Ahead loan={whole} />}
      <Actions loan={shown} />
    </Card>
  )
}

/** The way to those who offer a repayment plan. */
const ToService = () => (
  <Link to="/customerservice" search={{ from: '/loan/account' }} className="font-600 text-inherit underline">
    {useTranslations('common')('chat')}
  </Link>
)

/** An instalment that is late, and by when paying it keeps the plan. */
function LateInstalment({ loan }: { loan: Loan }) {
  const t = useTranslations('loans')
  const when = useWhen()
  const next = nextInstalment(loan)
  if (!next || next.dueAt >= loan.owed.at) return null
  return (
    <Banner variant="danger">
      {t('plan.lateUntil', { n: next.n, time: when(next.dueAt + planGraceDays * dayMs) })}
    </Banner>
  )
}

/** What paying everything now comes to. */
function Owed({ loan }: { loan: Loan }) {
  const t = useTranslations('loans')
  const when = useWhen()
  // While a plan is in force its next instalment is what is due.
  const next = nextInstalment(loan)
  const { owed, repaymentDate } = loan
  const { amount } = evenAmounts(owed.total, owed.principal, owed.interest, next?.left)
  return (
    <div className="rounded-control bg-sunken px-4 py-3">
      <p className="text-13 text-fg2">{t('account.payToday')}</p>
      <p className="text-28 leading-tight font-700">{amount(owed.total)}</p>
      <p className="flex flex-wrap gap-x-3 text-13 text-fg2">
        <span>
          {t('account.principal')} {amount(owed.principal)}
        </span>
        <span>
          {t('calc.interest')} {amount(owed.interest)}
        </span>
      </p>
      {next && (
        <p className="mt-1 text-13 text-fg2">
          {t('plan.next')} {amount(next.left)}
          <Dot />
          {t('account.dueBy')} <bdi className="font-600 text-fg">{when(next.dueAt)}</bdi>
        </p>
      )}
      {!next && repaymentDate !== null && (
        <p className="mt-1 text-13 text-fg2">
          {t('account.dueBy')} <bdi className="font-600 text-fg">{when(repaymentDate)}</bdi>
        </p>
      )}
    </div>
  )
}

function Terms({ loan }: { loan: Loan }) {
  const t = useTranslations('loans')
  // Of the whole loan over its whole term: no longer so once a part is repaid, or the term is over.
  const whole = signOf(loan.repaid.principal) === 0 && !isLate(loan) ? loan.repaymentAmount : undefined
  const repaid = loan.disbursedAt === null ? undefined : loan.repaid.principal
  const { amount } = evenAmounts(whole, loan.maxInterest, repaid)
  return (
    <dl className="flex flex-col gap-1.5 text-13">
      <Row name={t('calc.rate')}>
        <Percent text={loan.dailyRate} />
      </Row>
      <Row name={t('calc.free')}>{t('days', { days: loan.freeDays })}</Row>
      <Row name={t('calc.apr')}>
        <Percent text={loan.apr} />
      </Row>
      {whole !== undefined && <Row name={t('calc.repay')}>{amount(whole)}</Row>}
      <Row name={t('calc.cap')}>{amount(loan.maxInterest)}</Row>
      {repaid !== undefined && <Row name={t('account.repaid')}>{amount(repaid)}</Row>}
      <Row name={t('account.numberName')}>
        <bdi>{loan.orderNo}</bdi>
      </Row>
      {/* Sentences are read from where a line begins, not from its end as figures are. */}
      {loan.remark !== '' && (
        <div>
          <dt className="text-fg2">{t('account.remark')}</dt>
          <dd className="wrap-anywhere whitespace-pre-line">
            <bdi>{loan.remark}</bdi>
          </dd>
        </div>
      )}
    </dl>
  )
}

/** What repaying everything costs on the days to come. */
function Ahead({ loan: { schedule, nextInterestAt } }: { loan: WholeLoan }) {
  const t = useTranslations('loans')
  const when = useWhen()
  const [first, last] = [schedule[0], schedule.at(-1)]
  const { amount } = evenAmounts(first?.total, last?.total)
  return (
    <section aria-label={t('account.ahead')} className="flex flex-col gap-2">
      <h3 className="font-600">{t('account.ahead')}</h3>
      <DayCurve
        values={schedule.map(({ interest }) => usdtUnits(interest))}
        day={0}
        label={t('account.ahead')}
        ends={[
          <bdi key="first">
            {t('calc.today')}
            <Dot />
            {amount(first?.total ?? '0')}
          </bdi>,
          <bdi key="last">
            {t('calc.dayOf', { day: last?.day ?? 0 })}
            <Dot />
            {amount(last?.total ?? '0')}
          </bdi>,
        ]}
      />
      {nextInterestAt !== null && (
        <p className="text-13 text-fg2">{t('account.rises', { time: when(nextInterestAt) })}</p>
      )}
    </section>
  )
}

type LoanDialog = 'repay' | 'cancel' | 'withdraw'

function Actions({ loan }: { loan: Loan }) {
  const t = useTranslations('loans')
  const [dialog, setDialog] = useState<LoanDialog>()
  const close = () => setDialog(undefined)
  return (
    <div className="flex flex-wrap gap-2">
      {isRunning(loan) && <Button onClick={() => setDialog('repay')}>{t('repay.open')}</Button>}
      {loan.cancelUntil !== null && (
        <Button variant="secondary" onClick={() => setDialog('cancel')}>
          {t('cancel.open')}
        </Button>
      )}
      {loan.status === 'PENDING_REVIEW' && (
        <Button variant="secondary" onClick={() => setDialog('withdraw')}>
          {t('withdraw.open')}
        </Button>
      )}
      <DocumentButtons loan={loan} size="medium" />
      {dialog === 'repay' && <RepayDialog loan={loan} onClose={close} />}
      {dialog === 'cancel' && <CancelDialog loan={loan} onClose={close} />}
      {dialog === 'withdraw' && <WithdrawDialog loan={loan} onClose={close} />}
    </div>
  )
}
