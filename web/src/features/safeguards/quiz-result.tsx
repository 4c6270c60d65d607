import type { GuardedProduct } from '@evenhand/protocol/safeguards.ts'
import { Button, buttonClass } from '@evenhand/ui/button.tsx'
import { Banner, Card } from '@evenhand/ui/states.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { productNow } from '../../feed/quote-store.ts'
import { searchOf } from './product-search.ts'
import { useTimeLeft } from './use-time-left.ts'
import { useWhen } from '../../lib/use-when.ts'
import { useSafeguards, type QuizResult } from './use-safeguards.ts'

type OutcomeProps = { product: GuardedProduct; result: QuizResult; onAgain: () => void }

/** What became of an attempt: how many answers were right, as the server counts them, and the way on. */
export function QuizOutcome({ product, result, onAgain }: OutcomeProps) {
  const t = useTranslations('safeguards')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { passed, right, of: total, needed, nextAt, attemptsLeft } = result
  const waits = !passed && nextAt !== null && nextAt > productNow()
  return (
    <Card className="flex max-w-card flex-col gap-3 p-5">
      <h2 ref={heading} tabIndex={-1} className="text-18 font-700 outline-none">
        {t(passed ? 'quiz.passed' : 'quiz.failed')}
      </h2>
      <p>{t('quiz.right', { right, of: total })}</p>
      {passed && <ToWarning product={product} />}
      {!passed && <p className="text-fg2">{t(`product.${product}.rule`, { needed })}</p>}
      {waits && <QuizWait nextAt={nextAt} onOver={onAgain} />}
      {!passed && !waits && (
        <>
          <p>{t('quiz.againNow', { left: attemptsLeft })}</p>
          <div>
            <Button size="large" onClick={onAgain}>
              {t('quiz.again')}
            </Button>
          </div>
        </>
      )}
    </Card>
  )
}

/** Until when the next attempt has to wait. */
export function QuizWait({ nextAt, onOver }: { nextAt: number; onOver: () => void }) {
  const t = useTranslations('safeguards')
  const when = useWhen()
  useTimeLeft(nextAt, onOver)
  return (
    <>
      <Banner variant="info">{t('quiz.nextAt', { time: when(nextAt) })}</Banner>
      <p className="text-fg2">{t('meanwhile')}</p>
    </>
  )
}

/** The step after the questionnaire. */
export function ToWarning({ product }: { product: GuardedProduct }) {
  const t = useTranslations('safeguards')
  const { data } = useSafeguards()
  const isConfirmed = data?.products.find((one) => one.product === product)?.coolingOff.status === 'CONFIRMED'
  if (isConfirmed)
    return (
      <>
        <p className="text-fg2">{t('warning.confirmed')}</p>
        <div>
          <Link to="/market" className={buttonClass('secondary', 'large')}>
            {t('toMarkets')}
          </Link>
        </div>
      </>
    )
  return (
    <>
      <p className="text-fg2">{t('quiz.afterwards')}</p>
      <div>
        <Link to="/profile/quiz/warning" search={searchOf(product)} className={buttonClass('primary', 'large')}>
          {t('quiz.toWarning')}
        </Link>
      </div>
    </>
  )
}
