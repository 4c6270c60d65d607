import type { Complaint } from '@evenhand/protocol/complaints.ts'
import { complaintStates } from '@evenhand/protocol/states.ts'
import { cx } from '@evenhand/ui/cx.ts'
import { Icon } from '@evenhand/ui/icon.tsx'
import { useTranslations } from 'use-intl'
import { useWhen } from '../../lib/use-when.ts'

const path = ['RECEIVED', 'INVESTIGATING', 'ANSWERED'] as const

/** Every step with its time, what is still to come, and by when it is answered. */
export function ComplaintTimeline({ complaint: { steps, status, dueAt, overdue } }: { complaint: Complaint }) {
  const t = useTranslations('complaints')
  const when = useWhen()
  const isOpen = status === 'RECEIVED' || status === 'INVESTIGATING'
  const ahead = path.filter((one) => !steps.some((step) => step.status === one))
  const isEnd = complaintStates[status].length === 0
  return (
    <div className="flex flex-col gap-3">
      <ol className="flex flex-col gap-2" aria-label={t('steps')}>
        {steps.map(({ status: step, at }, index) => {
          const isNow = index === steps.length - 1 && !isEnd
          return (
            <li key={step} aria-current={isNow ? 'step' : undefined} className="flex items-start gap-2.5">
              <Mark
                icon={isNow ? 'clock' : 'check'}
                classes={isNow ? 'bg-accent-weak text-accent-text' : 'bg-good-weak text-good'}
              />
              <span className="min-w-0 grow">
                {t(`step.${step}`)}
                <span className="block text-12 text-fg3">{when(at)}</span>
              </span>
            </li>
          )
        })}
        {ahead.map((step) => (
          <li key={step} className="flex items-start gap-2.5 text-fg3">
            <Mark icon="minus" classes="bg-sunken text-fg3" />
            <span className="min-w-0 grow">{t(`step.${step}`)}</span>
          </li>
        ))}
      </ol>
      {isOpen && (
        <p className={cx('flex items-start gap-1.5 text-13', overdue ? 'text-warn' : 'text-fg2')}>
          <Icon name="clock" size={16} className="mt-0.5" />
          <span>{t(overdue ? 'overdue' : 'due', { time: when(dueAt) })}</span>
        </p>
      )}
    </div>
  )
}

const Mark = ({ icon, classes }: { icon: 'clock' | 'check' | 'minus'; classes: string }) => (
  <span className={cx('inline-flex size-6 shrink-0 items-center justify-center rounded-full', classes)}>
    <Icon name={icon} size={14} />
  </span>
)
