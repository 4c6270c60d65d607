import { cx } from '@evenhand/ui/cx.ts'
import { Icon } from '@evenhand/ui/icon.tsx'
import { useTranslations } from 'use-intl'
import type { IdentityStep } from './identity-steps.ts'

type StepListProps = { steps: readonly IdentityStep[]; step: IdentityStep; onGo: (step: IdentityStep) => void }

/** The steps of the form in their order; those that were done can be gone back to. */
export function StepList({ steps, step, onGo }: StepListProps) {
  const t = useTranslations('identity')
  const at = steps.indexOf(step)
  return (
    <nav aria-label={t('steps')}>
      <ol className="flex gap-2 desktop:gap-3">
        {steps.map((one, index) => {
          const isDone = index < at
          const face = (
            <>
              <span
                className={cx(
                  'inline-flex size-7 shrink-0 items-center justify-center rounded-full text-13 font-700',
                  index === at && 'bg-accent text-on-accent',
                  isDone && 'bg-good-weak text-good',
                  index > at && 'bg-sunken text-fg2',
                )}
              >
                {isDone ? <Icon name="check" size={16} /> : index + 1}
              </span>
              <span className={cx('text-13 mobile:text-12', index === at ? 'font-600 text-fg' : 'text-fg2')}>
                {t(`step.${one}`)}
                {isDone && <span className="sr-only">{t('done')}</span>}
              </span>
            </>
          )
          const shape =
            'flex w-full min-h-11 items-center gap-2 text-start mobile:flex-col mobile:gap-1 mobile:text-center'
          return (
            <li
              key={one}
              aria-current={index === at ? 'step' : undefined}
              className={cx(
                'min-w-0 flex-1 border-t-3 pt-2',
                index === at ? 'border-accent' : isDone ? 'border-good' : 'border-line',
              )}
            >
              {isDone ? (
                <button type="button" onClick={() => onGo(one)} className={cx(shape, 'rounded-control')}>
                  {face}
                </button>
              ) : (
                <span className={shape}>{face}</span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
