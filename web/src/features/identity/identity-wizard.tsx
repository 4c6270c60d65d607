import type { CustomerIdentification } from '@evenhand/protocol/identification.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Banner, Card } from '@evenhand/ui/states.tsx'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { isEffectUnknown } from '../../lib/problem.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { languageOf, useLang } from '../../lib/settings.ts'
import { useFirstError } from '../../lib/use-first-error.ts'
import { useRetryWait } from '../../lib/use-retry-wait.ts'
import { CheckStep } from './check-step.tsx'
import { IdentityFieldParams } from './identity-fields.tsx'
import { requestedFields, namesInOrder } from './identity-steps.ts'
import { StepList } from './step-list.tsx'
import { useIdentityForm, type IdentityWork } from './use-identity-form.ts'
import { RetryButton } from '../../lib/retry-button.tsx'

/** The form, step by step; of one that is to be corrected only what has to be filled in anew. */
export function IdentityWizard({ own }: { own: CustomerIdentification }) {
  const t = useTranslations('identity')
  const work = useIdentityForm(own)
  const { tag } = languageOf(useLang())
  const { step, steps, requested, form } = work
  const fields = useFirstError(work.attempt)
  const heading = useStepFocus(step)
  return (
    <Card className="flex max-w-card flex-col gap-5 p-5">
      <StepList steps={steps} step={step} onGo={work.go} />
      <form
        ref={fields}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          work.next()
        }}
      >
        <div>
          <h2 ref={heading} tabIndex={-1} className="text-18 font-700 outline-none">
            {t(`step.${step}`)}
          </h2>
          <p className="text-13 text-fg3">{t('stepOf', { step: steps.indexOf(step) + 1, total: steps.length })}</p>
        </div>
        {step === 'check' ? (
          <CheckStep work={work} own={own} />
        ) : (
          namesInOrder(requestedFields(step, form, requested), tag).map((field) => (
            <IdentityFieldParams key={field} field={field} work={work} own={own} />
          ))
        )}
        <Actions work={work} />
      </form>
      <div className="flex flex-col items-start gap-1 border-t border-line pt-4">
        <p className="text-13 text-fg2">{t('kept')}</p>
        <div className="flex flex-wrap gap-2">
          {own.status === 'RESUBMIT' && !work.whole && (
            <Button variant="link" size="small" className="-ms-3" onClick={work.openAll}>
              {t('correct.all')}
            </Button>
          )}
          {work.touched && (
            <Button variant="link" size="small" className="-ms-3" onClick={work.startOver}>
              {t('startOver')}
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}

/** Moves the focus to the heading of a step when another one is shown. */
function useStepFocus(step: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    // A field that is wrong has the focus already.
    const wrong = heading.current?.closest('form')?.querySelector('[aria-invalid="true"]')
    if (!wrong) heading.current?.focus()
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [step])
  return heading
}

/** What was refused of the form as a whole, and the buttons; sending waits where the server requires it. */
function Actions({ work }: { work: IdentityWork }) {
  const t = useTranslations('identity')
  const problemText = useProblemText()
  const wait = useRetryWait(work.problem)
  const isFirst = work.step === work.steps[0]
  return (
    <>
      {work.step === 'check' && work.problem !== null && (
        <div role="alert">
          <Banner variant="danger">{isEffectUnknown(work.problem) ? t('unknown') : problemText(work.problem)}</Banner>
        </div>
      )}
      <div className="flex gap-3">
        {!isFirst && (
          <Button variant="secondary" size="large" onClick={work.back}>
            {t('back')}
          </Button>
        )}
        <RetryButton type="submit" size="large" className="grow" busy={work.isPending} wait={wait}>
          {t(work.step === 'check' ? 'send' : 'next')}
        </RetryButton>
      </div>
    </>
  )
}
