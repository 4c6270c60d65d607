import type { GuardedProduct } from '@evenhand/protocol/safeguards.ts'
import { Banner } from '@evenhand/ui/states.tsx'
import { buttonClass } from '@evenhand/ui/button.tsx'
import { Link } from '@evenhand/ui/router.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useRefusalText } from '../../lib/problem-text.ts'
import { searchOf } from './product-search.ts'
import { useSafeguards } from './use-safeguards.ts'

type NeedProps = {
  /** What is about to be ordered: each has a questionnaire and a day of its own. */
  product: GuardedProduct
  /** Switches to the account that can be used meanwhile. */
  toVirtual: ReactNode
  /** The button that sends. */
  children: ReactNode
}

/**
 * What the real account still needs before an order, the questionnaire or the day after the warning, in the place of a
 * button that the server would refuse. The button itself where nothing is needed, and while that is not known.
 */
export function RealOrderNeed({ product, toVirtual, children }: NeedProps) {
  const t = useTranslations('orders')
  const refusalText = useRefusalText()
  const { data } = useSafeguards()
  const state = data?.products.find((one) => one.product === product)
  const need = state?.needs[0]
  if (state === undefined || (need !== 'quizNeeded' && need !== 'coolingOff')) return children
  const isQuiz = need === 'quizNeeded'
  const times = { nextAt: state.quiz.nextAt, until: state.coolingOff.until }
  const known = Object.fromEntries(Object.entries(times).filter(([, at]) => at !== null))
  return (
    <div role="status" data-need>
      <Banner variant="info">
        <p className="mb-2">{refusalText(need, known)}</p>
        <span className="flex flex-wrap gap-2">
          <Link
            to={isQuiz ? '/profile/quiz' : '/profile/quiz/warning'}
            search={searchOf(product)}
            className={buttonClass('secondary')}
          >
            {t(isQuiz ? 'refused.toQuiz' : 'refused.toWarning')}
          </Link>
          {toVirtual}
        </span>
      </Banner>
    </div>
  )
}
