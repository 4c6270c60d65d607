import type { Loan } from '@evenhand/protocol/loans.ts'
import { planGraceDays, type RepaymentPlan } from '@evenhand/protocol/repayment-plan-rules.ts'
import { acceptRepaymentPlan, declineRepaymentPlan } from '@evenhand/protocol/repayment-plans.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Checkbox, FieldError } from '@evenhand/ui/field.tsx'
import { Skeleton } from '@evenhand/ui/states.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { Dot } from '../../lib/dot.tsx'
import { evenAmounts } from '../../lib/even-amounts.tsx'
import { useSentences } from '../../lib/sentences.ts'
import { StepMark, type StepIs } from '../../lib/step-mark.tsx'
import { usdtUnits } from '../../lib/usdt.ts'
import { useKeyedChange } from '../../lib/use-keyed-change.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import { useWhen } from '../../lib/use-when.ts'
import { ChangeDialog } from './change-dialogs.tsx'
import { usePlanText } from './loans-query.ts'
import { useLoanProblem } from './use-loan-problem.ts'

/** The repayment plan that is offered to the customer, or that the loan runs by, with each instalment. */
export function RepaymentPlanPart({ loan }: { loan: Loan }) {
  const t = useTranslations('loans')
  const { amount } = useLocalNumber()
  const sentences = useSentences()
  const when = useWhen()
  const id = useId()
  const plan = loan.repaymentPlan
  if (plan === null) return null
  const isOffered = plan.status === 'OFFERED'
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3 rounded-control border border-line p-4">
      <h3 id={id} className="text-16 font-700">
        {t(isOffered ? 'plan.offered' : 'plan.running')}
      </h3>
      <p className="text-13 text-fg2">
        {sentences(
          t('plan.lead', { total: amount(plan.total, 'USDT'), count: plan.instalments.length }),
          isOffered && t('plan.until', { time: when(plan.until) }),
        )}
      </p>
      <Instalments plan={plan} now={loan.owed.at} />
      <p className="text-13 text-fg2">{sentences(t('plan.grace', { days: planGraceDays }), t('plan.nothing'))}</p>
      {isOffered ? <Offer key={plan.id} plan={plan} /> : <PlanText plan={plan} />}
    </section>
  )
}

const isOf = ({ left, dueAt }: RepaymentPlan['instalments'][number], now: number): StepIs =>
  usdtUnits(left) === 0n ? 'done' : dueAt < now ? 'bad' : 'next'

function Instalments({ plan, now }: { plan: RepaymentPlan; now: number }) {
  const t = useTranslations('loans')
  const local = useLocalNumber()
  const when = useWhen()
  const { amount } = evenAmounts(...plan.instalments.map((one) => one.amount))
  return (
    <ol className="flex flex-col gap-2">
      {plan.instalments.map((one) => {
        const is = isOf(one, now)
        const isPart = is !== 'done' && one.left !== one.amount
        return (
          <li key={one.n} className="flex items-start gap-2.5 text-14">
            <StepMark is={is} />
            <span className="flex min-w-0 grow flex-wrap justify-between gap-x-3">
              <span>{t('plan.instalment', { n: one.n, time: when(one.dueAt) })}</span>
              <span className="ms-auto text-end font-600">{amount(one.amount)}</span>
              {(is === 'done' || is === 'bad' || isPart) && (
                <span className={is === 'bad' ? 'w-full text-12 text-danger' : 'w-full text-12 text-fg2'}>
                  {is === 'done' && t('plan.settled')}
                  {is === 'bad' && t('plan.late')}
                  {is === 'bad' && isPart && <Dot />}
                  {isPart && t('plan.left', { amount: local.amount(one.left, 'USDT') })}
                </span>
              )}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** The whole text with its hash, open where it is to be accepted. */
function PlanText({ plan }: { plan: RepaymentPlan }) {
  const t = useTranslations('loans')
  const { data } = usePlanText(plan.id)
  return (
    <details open={plan.status === 'OFFERED'}>
      <summary className="min-h-6 cursor-pointer text-13 font-600 text-accent-text">{t('plan.text')}</summary>
      {data ? (
        <div lang={data.lang} className="mt-2 rounded-control bg-sunken px-4 py-3 text-13">
          <p className="font-600">{data.title}</p>
          {data.sections.map(({ heading, paragraphs }) => (
            <div key={heading} className="mt-3">
              <p className="font-600">{heading}</p>
              {paragraphs.map((paragraph) => (
                <p key={paragraph} className="mt-1 break-words text-fg2">
                  {/* An instalment is written from left to right in every language. */}
                  {/^\([0-9]+\) /.test(paragraph) ? <bdi dir="ltr">{paragraph}</bdi> : paragraph}
                </p>
              ))}
            </div>
          ))}
          <p className="mt-3 text-12 text-fg3">
            {t('agreement.hash')} <bdi className="font-mono break-all">{data.planHash}</bdi>
          </p>
        </div>
      ) : (
        <Skeleton className="mt-2 h-40" />
      )}
    </details>
  )
}

/** The customer's reply to an offer: accept the text that stands here, or decline. */
function Offer({ plan }: { plan: RepaymentPlan }) {
  const t = useTranslations('loans')
  const problemText = useLoanProblem()
  const { data: text, refetch } = usePlanText(plan.id)
  const [agreed, setAgreed] = useState(false)
  const [pressed, setPressed] = useState(false)
  const [declines, setDeclines] = useState(false)
  const { mutate, isPending, error } = useKeyedChange<{ id: string; planHash: string }, unknown>(
    (request, options) =>
      call(acceptRepaymentPlan, request, options).catch((problem: unknown) => {
        // The text may be another by now: it is read again before it is accepted.
        setAgreed(false)
        void refetch()
        throw problem
      }),
    () => toast(t('plan.accepted'), 'good'),
  )
  const accept = () => {
    setPressed(true)
    if (agreed && text) mutate({ id: plan.id, planHash: text.planHash })
  }
  return (
    <>
      <PlanText plan={plan} />
      <Checkbox
        label={t('plan.agree')}
        checked={agreed}
        onChange={({ target }) => setAgreed(target.checked)}
        error={pressed && !agreed ? t('plan.agreeNeeded') : undefined}
      />
      <FieldError>{error ? problemText(error) : undefined}</FieldError>
      <div className="flex flex-wrap gap-2">
        <Button busy={isPending} disabled={!text} onClick={accept}>
          {t('plan.accept')}
        </Button>
        <Button variant="secondary" onClick={() => setDeclines(true)}>
          {t('decline.open')}
        </Button>
      </div>
      {declines && (
        <ChangeDialog
          kind="decline"
          onClose={() => setDeclines(false)}
          send={(options) => call(declineRepaymentPlan, { id: plan.id }, options)}
          text={t('decline.text')}
        />
      )}
    </>
  )
}
