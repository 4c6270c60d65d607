import type { Deposit } from '@evenhand/protocol/deposits.ts'
import { cx } from '@evenhand/ui/cx.ts'
import { Icon } from '@evenhand/ui/icon.tsx'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { productNow } from '../../feed/quote-store.ts'
import { isolated } from '../../lib/isolated.ts'
import { everySecond } from '../../lib/second.ts'
import { useSentences } from '../../lib/sentences.ts'
import { StepMark } from '../../lib/step-mark.tsx'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import { useWhen } from '../../lib/use-when.ts'
import { isOpen, stepsOf, type Step } from './deposit-steps.ts'

/** The status of a deposit, the time by which it is reviewed, and why it ended as it did. */
export function DepositTimeline({ deposit }: { deposit: Deposit }) {
  const t = useTranslations('funds')
  const { amount } = useLocalNumber()
  return (
    <div className="flex flex-col gap-3">
      <ol className="flex flex-col gap-2" aria-label={t('list.steps')}>
        {stepsOf(deposit).map((step) => (
          <StepLine key={step.key} step={step} deposit={deposit} />
        ))}
      </ol>
      {isOpen(deposit) && <Clock dueAt={deposit.dueAt} />}
      {deposit.reasonCode && <p className="text-14">{t(`reason.${deposit.reasonCode}`)}</p>}
      {deposit.followedBy !== undefined && (
        <p className="text-14">{t('list.followedBy', { number: isolated(deposit.followedBy) })}</p>
      )}
      {deposit.status === 'REJECTED' && !deposit.mayResubmit && deposit.followedBy === undefined && (
        <p className="text-14">{t('list.rejectedNote')}</p>
      )}
      {deposit.status === 'ON_HOLD_AML' && <p className="text-14">{t('list.holdNote')}</p>}
      {deposit.status === 'CANCELLED' && <p className="text-13 text-fg2">{t('list.cancelledNote')}</p>}
      {deposit.debt !== undefined && (
        <p className="text-14 text-danger">{t('list.debt', { amount: amount(deposit.debt, deposit.coin) })}</p>
      )}
    </div>
  )
}

function StepLine({ step, deposit }: { step: Step; deposit: Deposit }) {
  const t = useTranslations('funds')
  const when = useWhen()
  return (
    <li aria-current={step.is === 'now' ? 'step' : undefined} className="flex items-start gap-2.5">
      <StepMark is={step.is} />
      <span className={cx('min-w-0 grow', step.is === 'next' && 'text-fg3')}>
        {t(`step.${step.key}`, { done: deposit.confirmations, needed: deposit.confirmationsNeeded })}
        {step.at !== undefined && <span className="block text-12 text-fg3">{when(step.at)}</span>}
      </span>
    </li>
  )
}

const minutesLeft = (until: number): number => Math.ceil((until - productNow()) / 60_000)

/** By when a person reviews it, or that this time has passed. */
function Clock({ dueAt }: { dueAt: number }) {
  const t = useTranslations('funds')
  const sentences = useSentences()
  const when = useWhen()
  const [left, setLeft] = useState(() => minutesLeft(dueAt))
  useEffect(() => {
    setLeft(minutesLeft(dueAt))
    return everySecond(() => setLeft(minutesLeft(dueAt)))
  }, [dueAt])
  if (left <= 0) return <p className="text-13 text-warn">{t('list.overdue', { time: when(dueAt) })}</p>
  const hours = Math.floor(left / 60)
  return (
    <p className="flex items-start gap-1.5 text-13 text-fg2">
      <Icon name="clock" size={16} className="mt-0.5" />
      <span>
        {sentences(
          t('list.due', { time: when(dueAt) }),
          hours > 0 ? t('list.hoursLeft', { count: hours }) : t('list.minutesLeft', { count: left }),
        )}
      </span>
    </p>
  )
}
