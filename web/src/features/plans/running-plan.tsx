import { earlyExit } from '@evenhand/proofs/plans/early-exit.ts'
import type { PlanPosition } from '@evenhand/protocol/plans.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Card } from '@evenhand/ui/states.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dot } from '../../lib/dot.tsx'
import { usdtText, usdtUnits } from '../../lib/usdt.ts'
import { Percent, Row } from '../../lib/figure-row.tsx'
import { productNow } from '../../feed/quote-store.ts'
import { Amount } from '../../lib/format.tsx'
import { Gain } from '../../lib/gain.tsx'
import { useWhen } from '../../lib/use-when.ts'
import { Countdown } from './countdown.tsx'
import { ExitDialog } from './exit-dialog.tsx'
import { subscriptionOf } from './plan-figures.ts'
import { PlanChip } from './plan-parts.tsx'
import { useRunTime } from './use-run-time.ts'
import { YieldChart } from './yield-chart.tsx'

/** A plan that earns: what it has brought, when it brings more, and what leaving it now comes to. */
export function RunningPlan({ plan }: { plan: PlanPosition }) {
  const t = useTranslations('plans')
  const when = useWhen()
  const runTime = useRunTime()
  const [leaving, setLeaving] = useState(false)
  return (
    <Card className="grid min-w-0 gap-x-8 gap-y-3 p-5 desktop:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-3">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h3 className="text-16 font-700">{plan.name}</h3>
          <PlanChip status={plan.status} />
        </div>
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Amount text={plan.principal} className="text-20 font-700" />
          <span className="text-13 text-fg2">
            <Percent text={plan.dailyRate} /> {t('rate.day')}
          </span>
        </p>
        <YieldChart plan={plan} />
      </div>
      <div className="flex min-w-0 flex-col gap-3">
        <dl className="flex flex-col gap-1.5 text-13">
          <Row name={t('mine.revenue')}>
            <Gain text={plan.totalRevenue} />
          </Row>
          <Row name={t('mine.setAside')}>
            <Amount text={remaining(plan)} />
          </Row>
          <Row name={t('mine.runTime')}>{runTime(plan.runTime)}</Row>
          {plan.nextEarningTime !== null && (
            <Row name={t('mine.next')}>
              <Amount text={plan.dailyYield} />
              <Dot />
              <Countdown until={plan.nextEarningTime} />
            </Row>
          )}
          <Row name={t('calc.ends')}>
            <bdi>{when(plan.maturesAt)}</bdi>
          </Row>
        </dl>
        <div className="mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-3">
          <LeavingNow plan={plan} />
          <Button variant="secondary" onClick={() => setLeaving(true)}>
            {t('exit.open')}
          </Button>
        </div>
      </div>
      {leaving && <ExitDialog plan={plan} onClose={() => setLeaving(false)} />}
    </Card>
  )
}

/** What is set aside for the days that are still to come. */
function remaining(plan: PlanPosition): string {
  return usdtText(usdtUnits(plan.wholeYield) - usdtUnits(plan.paidYield))
}

/** What leaving at this moment would return; the dialog reads it from the server, exact to the unit. */
function LeavingNow({ plan }: { plan: PlanPosition }) {
  const t = useTranslations('plans')
  const now = productNow()
  if (now >= plan.maturesAt) return null
  const { penalty, returned } = earlyExit(subscriptionOf(plan), Math.max(now, plan.startAt))
  return (
    <p className="text-13 text-fg2">
      {t('mine.leaveNow')} <Amount text={usdtText(returned)} className="font-600 text-fg" />
      <br />
      {penalty === 0n ? (
        t('mine.noPenalty')
      ) : (
        <>
          {t('calc.penalty')} <Amount text={usdtText(penalty)} />
        </>
      )}
    </p>
  )
}
