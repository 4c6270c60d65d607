import { Button } from '@evenhand/ui/button.tsx'
import { FieldError } from '@evenhand/ui/field.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { Skeleton } from '@evenhand/ui/states.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useProblemText } from '../../lib/problem-text.ts'
import { useWhen } from '../../lib/use-when.ts'
import { Countdown } from './countdown.tsx'
import { useAcknowledge, type usePlanCooling } from './use-plan-warning.ts'

type WarningProps = { cooling: NonNullable<ReturnType<typeof usePlanCooling>>; onLeave: () => void }

/** Before the first plan: what can go wrong, a day to think it over, then going on or leaving. */
export function PlanWarning({ cooling: { status, until }, onLeave }: WarningProps) {
  const t = useTranslations('plans')
  const safeguards = useTranslations('safeguards')
  const problemText = useProblemText()
  const when = useWhen()
  const { mutate, isPending, isIdle, error } = useAcknowledge()
  const show = useEffectEvent(() => isIdle && mutate(undefined))
  useEffect(() => {
    if (status === 'NONE') show()
  }, [status])
  const leave = () =>
    mutate(false, {
      onSuccess: () => {
        toast(safeguards('warning.left'), 'good')
        onLeave()
      },
    })
  return (
    <div className="flex flex-col gap-4">
      <p className="flex items-start gap-3 text-16 font-600">
        <Icon name="warning" size={24} className="text-warn" />
        <span>{t('warning.title')}</span>
      </p>
      <ul className="flex list-disc flex-col gap-1.5 ps-5">
        <li>{t('warning.locked')}</li>
        <li>{t('warning.platform')}</li>
        <li>{t('warning.money')}</li>
      </ul>
      {status === 'NONE' && !error && <Skeleton className="h-20 rounded-control" />}
      {status === 'RUNNING' && until !== null && (
        <div className="rounded-control bg-sunken p-4 text-center">
          <p>{safeguards('warning.wait', { time: when(until) })}</p>
          <p aria-label={safeguards('warning.timeLeft')} role="group" className="mt-2 text-24 font-700">
            <Countdown until={until} />
          </p>
        </div>
      )}
      {status === 'READY' && <p className="font-600">{t('warning.ready')}</p>}
      <FieldError>{error ? problemText(error) : undefined}</FieldError>
      {(status === 'RUNNING' || status === 'READY') && (
        <>
          <div className={`grid gap-3 ${status === 'READY' ? 'grid-cols-2' : ''}`}>
            <Button variant="secondary" size="large" busy={isPending} onClick={leave}>
              {safeguards('warning.leave')}
            </Button>
            {status === 'READY' && (
              <Button variant="secondary" size="large" busy={isPending} onClick={() => mutate(true)}>
                {safeguards('warning.goOn')}
              </Button>
            )}
          </div>
          <p className="text-13 text-fg2">{safeguards('warning.leaveText')}</p>
        </>
      )}
    </div>
  )
}
