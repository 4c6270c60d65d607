import { exitSmart, type PlanPosition } from '@evenhand/protocol/plans.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Dialog, DialogActions } from '@evenhand/ui/dialog.tsx'
import { Banner, ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useCallback, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { usdtText, usdtUnits } from '../../lib/usdt.ts'
import { Row } from '../../lib/figure-row.tsx'
import { useSecondsLeft } from '../../feed/use-seconds-left.ts'
import { call } from '../../lib/call.ts'
import { DialogProblem } from '../../lib/dialog-problem.tsx'
import { evenAmounts } from '../../lib/even-amounts.tsx'
import { isRefused } from '../../lib/problem.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { useKeyedChange } from '../../lib/use-keyed-change.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import { useWhen } from '../../lib/use-when.ts'
import { useExitPreview } from './plans-query.ts'

type Preview = NonNullable<ReturnType<typeof useExitPreview>['data']>
type ExitProps = { plan: PlanPosition; onClose: () => void }

/** Leaving a plan: what comes back and what it costs to the unit, then one press that is refused where that has changed. */
export function ExitDialog({ plan, onClose }: ExitProps) {
  const t = useTranslations('plans')
  const common = useTranslations('common')
  const problemText = useExitProblem()
  const { amount } = useLocalNumber()
  const { data: preview, isError, error: failed, refetch } = useExitPreview(plan.id)
  const again = useCallback(() => void refetch(), [refetch])
  const { mutate, isPending, error } = useKeyedChange(
    (expectedPenalty: bigint, options) =>
      call(exitSmart, { id: plan.id, expectedPenalty }, options).catch((cause: unknown) => {
        // The plan leaves the list with this dialog, so that no text in it would be read.
        if (isRefused(cause, 'notTradableNow')) toast(t('exit.ended'))
        throw cause
      }),
    ({ returned }) => {
      toast(t('exit.done', { amount: amount(returned ?? plan.principal, 'USDT') }), 'good')
      onClose()
    },
  )
  return (
    <Dialog
      variant="sheet"
      open
      onClose={onClose}
      title={t('exit.title', { name: plan.name })}
      closeLabel={common('close')}
    >
      <div className="flex flex-col gap-4">
        {!preview && isError && (
          <ErrorState
            title={problemText(failed)}
            text={t('safe')}
            action={<Button onClick={() => void refetch()}>{common('retry')}</Button>}
          />
        )}
        {!preview && !isError && <Skeleton className="h-44" />}
        {preview && <ExitFigures key={preview.nextAt} preview={preview} plan={plan} onChange={again} />}
        {isRefused(error, 'quoteChanged') && <Banner>{problemText(error)}</Banner>}
        <DialogActions>
          <DialogProblem>{error && !isRefused(error, 'quoteChanged') && problemText(error)}</DialogProblem>
          <Button variant="secondary" size="large" onClick={onClose} className="grow basis-0">
            {t('exit.stay')}
          </Button>
          <Button
            size="large"
            busy={isPending}
            disabled={!preview}
            onClick={() => preview && mutate(usdtUnits(preview.penalty))}
            className="grow basis-0"
          >
            {preview ? t('exit.confirm', { amount: amount(preview.returned, 'USDT') }) : t('exit.open')}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}

/** A refusal in words: a plan that cannot be left has ended. */
function useExitProblem(): (problem: unknown) => string {
  const t = useTranslations('plans')
  const problemText = useProblemText()
  return (problem) => (isRefused(problem, 'notTradableNow') ? t('exit.ended') : problemText(problem))
}

type FiguresProps = { preview: Preview; plan: PlanPosition; onChange: () => void }

/** What leaving comes to; requested anew at the moment when another day is complete. */
function ExitFigures({ preview, plan, onChange }: FiguresProps) {
  const t = useTranslations('plans')
  const when = useWhen()
  const left = useSecondsLeft(preview.nextAt)
  useEffect(() => {
    if (left === 0) onChange()
  }, [left, onChange])
  const net = usdtUnits(preview.yieldPaid) - usdtUnits(preview.penalty)
  const { principal } = plan
  const { penalty, returned, yieldPaid, givenUp } = preview
  const { amount, gain } = evenAmounts(principal, penalty, returned, yieldPaid, givenUp, usdtText(net))
  const isFree = usdtUnits(preview.penalty) === 0n
  return (
    <>
      <dl className="flex flex-col gap-1.5 rounded-control bg-sunken px-4 py-3">
        <Row name={t('exit.principal')}>{amount(principal)}</Row>
        <Row name={t('calc.penalty')}>{amount(penalty)}</Row>
        <Row name={t('calc.returned')} strong>
          {amount(returned)}
        </Row>
        <Row name={t('exit.kept', { days: preview.completedDays })}>{amount(yieldPaid)}</Row>
        <Row name={t('exit.givenUp')}>{amount(givenUp)}</Row>
        <Row name={t('calc.net')}>{gain(usdtText(net))}</Row>
      </dl>
      <p className="text-13 text-fg2">
        {isFree ? t('exit.free', { time: when(preview.freeUntil) }) : t('exit.falls', { time: when(preview.nextAt) })}
      </p>
    </>
  )
}
