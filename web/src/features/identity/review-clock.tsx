import type { CustomerIdentification } from '@evenhand/protocol/identification.ts'
import { Icon } from '@evenhand/ui/icon.tsx'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { productNow } from '../../feed/quote-store.ts'
import { everySecond } from '../../lib/second.ts'
import { useWhen } from '../../lib/use-when.ts'

const minutesLeft = (until: number): number => Math.ceil((until - productNow()) / 60_000)

/** Minutes until a time by the product's clock, going down; below 1 once it has passed. */
export function useMinutesLeft(until: number): number {
  const [left, setLeft] = useState(() => minutesLeft(until))
  useEffect(() => {
    setLeft(minutesLeft(until))
    return everySecond(() => setLeft(minutesLeft(until)))
  }, [until])
  return left
}

type Dated = CustomerIdentification & { submittedAt: number; dueAt: number }
export const isDated = (own: CustomerIdentification): own is Dated => own.submittedAt !== null && own.dueAt !== null

/** The time by which the form is reviewed, how much of that time has gone, or that it has passed. */
export function ReviewClock({ own }: { own: Dated }) {
  const t = useTranslations('identity')
  const when = useWhen()
  const { submittedAt, dueAt, escalated } = own
  const left = useMinutesLeft(dueAt)
  if (escalated || left <= 0)
    return (
      <p className="flex items-start gap-2 rounded-control bg-warn-weak px-4 py-2.5 text-warn">
        <Icon name="warning" size={18} className="mt-0.5" />
        <span>{t('pending.late', { time: when(dueAt) })}</span>
      </p>
    )
  const gone = 100 - (left * 6_000_000) / (dueAt - submittedAt)
  const hours = Math.floor(left / 60)
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="text-24 font-700">
          {hours > 0 ? t('pending.hours', { count: hours }) : t('pending.minutes', { count: left })}
        </span>
        <span className="text-fg2">{t('pending.due', { time: when(dueAt) })}</span>
      </p>
      <span aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-sunken">
        <span className="block h-full bg-accent" style={{ width: `${Math.min(100, Math.max(2, gone))}%` }} />
      </span>
      <p className="text-13 text-fg3">{t('pending.sentAt', { time: when(submittedAt) })}</p>
    </div>
  )
}
