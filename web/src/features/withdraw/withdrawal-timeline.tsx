import type { Withdrawal } from '@evenhand/protocol/withdrawals.ts'
import { cx } from '@evenhand/ui/cx.ts'
import { Icon } from '@evenhand/ui/icon.tsx'
import { useTranslations } from 'use-intl'
import { useSentences } from '../../lib/sentences.ts'
import { StepMark } from '../../lib/step-mark.tsx'
import { useWhen } from '../../lib/use-when.ts'
import { useSecondsLeft } from '../../feed/use-seconds-left.ts'
import { isOpen, stepsOf } from './withdrawal-steps.ts'

/** Every step with its time, what is still to come, and by when. */
export function WithdrawalTimeline({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useTranslations('withdraw')
  const when = useWhen()
  return (
    <div className="flex flex-col gap-3">
      <ol className="flex flex-col gap-2" aria-label={t('list.steps')}>
        {stepsOf(withdrawal).map(({ name, is, at }) => (
          <li
            key={`${name} ${at ?? ''}`}
            aria-current={is === 'now' ? 'step' : undefined}
            className="flex items-start gap-2.5"
          >
            <StepMark is={is} />
            <span className={cx('min-w-0 grow', is === 'next' && 'text-fg3')}>
              {t(`step.${name}`)}
              {at !== undefined && <span className="block text-12 text-fg3">{when(at)}</span>}
            </span>
          </li>
        ))}
      </ol>
      {isOpen(withdrawal) && <DueClock withdrawal={withdrawal} />}
    </div>
  )
}

/** By when it is done, or that this time has passed and what follows from it. */
function DueClock({ withdrawal: { dueAt, overdue, cancellable } }: { withdrawal: Withdrawal }) {
  const t = useTranslations('withdraw')
  const sentences = useSentences()
  const when = useWhen()
  const left = useSecondsLeft(dueAt)
  if (overdue || left === 0)
    return (
      <p className="text-13 text-warn">
        {sentences(t('list.overdue', { time: when(dueAt) }), cancellable && t('list.mayCancel'))}
      </p>
    )
  const hours = Math.floor(left / 3600)
  return (
    <p className="flex items-start gap-1.5 text-13 text-fg2">
      <Icon name="clock" size={16} className="mt-0.5" />
      <span>
        {sentences(
          t('list.due', { time: when(dueAt) }),
          hours > 0 ? t('list.hoursLeft', { count: hours }) : t('list.minutesLeft', { count: Math.ceil(left / 60) }),
        )}
      </span>
    </p>
  )
}
