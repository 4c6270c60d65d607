import { cancelFundReset, type FundReset } from '@evenhand/protocol/fund-reset.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { Banner } from '@evenhand/ui/states.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { productNow } from '../../../feed/quote-store.ts'
import { call } from '../../../lib/call.ts'
import { everySecond } from '../../../lib/second.ts'
import { useWhen } from '../../../lib/use-when.ts'

type RequestedReset = NonNullable<FundReset['requested']>
const minutesLeft = (until: number): number => Math.ceil((until - productNow()) / 60_000)

/** What became of the new fund password that was requested by a picture: its clock while it waits, and its end. */
export function ResetProgress({ requested }: { requested: RequestedReset }) {
  const t = useTranslations('withdraw')
  const when = useWhen()
  const { status, decidedAt, reasonCode } = requested
  if (status === 'WAITING') return <Waiting requested={requested} />
  // A fund password that holds is shown by the line above; its picture needs no text any more.
  if (status === 'DONE' || decidedAt === null) return null
  return (
    <Banner variant={status === 'REJECTED' ? 'warn' : 'info'}>
      {status === 'REJECTED' && reasonCode !== null
        ? t('fund.selfie.rejected', { time: when(decidedAt), reason: t(`fund.selfie.reason.${reasonCode}`) })
        : t('fund.selfie.ended', { time: when(decidedAt) })}
    </Banner>
  )
}

function Waiting({ requested: { askedAt, dueAt, overdue } }: { requested: RequestedReset }) {
  const t = useTranslations('withdraw')
  const when = useWhen()
  const client = useQueryClient()
  const [left, setLeft] = useState(() => minutesLeft(dueAt))
  useEffect(() => everySecond(() => setLeft(minutesLeft(dueAt))), [dueAt])
  const cancelling = useMutation({
    mutationFn: () => call(cancelFundReset, {}),
    onSuccess: () => toast(t('fund.selfie.cancelled'), 'good'),
    onSettled: () => client.invalidateQueries({ queryKey: ['mine', 'fundPassword'] }),
  })
  const late = overdue || left <= 0
  const hours = Math.floor(left / 60)
  return (
    <section className="flex max-w-text flex-col gap-3 rounded-control border border-line p-4">
      <p className="flex items-start gap-2 font-700">
        <Icon name="clock" size={18} className="mt-0.5" />
        {t('fund.selfie.waiting')}
      </p>
      {!late && (
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <span className="text-20 font-700">
            {hours > 0 ? t('fund.selfie.hours', { count: hours }) : t('fund.selfie.minutes', { count: left })}
          </span>
          <span className="text-fg2">{t('fund.selfie.due', { time: when(dueAt) })}</span>
        </p>
      )}
      {late && <p className="text-warn">{t('fund.selfie.late', { time: when(dueAt) })}</p>}
      <p className="text-13 text-fg2">{t('fund.selfie.askedAt', { time: when(askedAt) })}</p>
      <Button
        variant="secondary"
        className="self-start"
        busy={cancelling.isPending}
        onClick={() => cancelling.mutate()}
      >
        {t('fund.selfie.cancel')}
      </Button>
    </section>
  )
}
