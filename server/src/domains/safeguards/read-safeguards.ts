import { guardedProducts, type getSafeguards, type GuardedProduct } from '@evenhand/protocol/safeguards.ts'
import * as z from 'zod/mini'
import type { Call } from '../../kernel/http/http.ts'
import { coolingOffOf } from './cooling-off.ts'
import { readLimits, type LimitsDeps } from './customer-limits.ts'
import { quizStateOf } from './quiz.rules.ts'
import { readSettings } from './reality-check.ts'
import type { SafeguardsDeps } from './safeguards.deps.ts'
import { runningPause, type Eligibility } from './eligibility.ts'

type Deps = LimitsDeps & Pick<SafeguardsDeps, 'isOffered'>

/** All that a customer still needs for each product, in one response. */
export async function readSafeguards(deps: Deps, { session, ip }: Call): Promise<z.input<typeof getSafeguards.result>> {
  const { customerId, country } = session
  const [{ limits, pause }, eligibility, { everyMin }] = await Promise.all([
    readLimits(deps, { session }),
    deps.freshEligibility(customerId),
    readSettings(deps, customerId),
  ])
  return {
    country,
    products: guardedProducts.map((product) => viewProduct(deps, { product, country, ip, eligibility })),
    plans: viewPlans(deps, { country, ip, eligibility }),
    pause,
    limits,
    realityCheckMin: everyMin,
  }
}

type Viewing = { product: GuardedProduct; country: string; ip: string; eligibility: Eligibility }

function viewProduct({ clock, isOffered }: Deps, { product, country, ip, eligibility }: Viewing) {
  const now = clock.now()
  const offered = {
    real: isOffered({ product, mode: 'real', country, ip }),
    virtual: isOffered({ product, mode: 'virtual', country, ip }),
  }
  const quiz = quizStateOf(eligibility.quizzes, { product, now })
  const coolingOff = coolingOffOf(eligibility.acks.get(product), now)
  const needs = [
    offered.real ? [] : (['notInYourCountry'] as const),
    runningPause(eligibility, now) === null ? [] : (['excluded'] as const),
    quiz.status === 'PASSED' ? [] : (['quizNeeded'] as const),
    coolingOff.status === 'CONFIRMED' ? [] : (['coolingOff'] as const),
  ].flat()
  return { product, offered, quiz, coolingOff, needs }
}

function viewPlans({ clock, isOffered }: Deps, { country, ip, eligibility }: Omit<Viewing, 'product'>) {
  const now = clock.now()
  const offered = isOffered({ product: 'plans', mode: 'real', country, ip })
  const coolingOff = coolingOffOf(eligibility.acks.get('plans'), now)
  const needs = [
    offered ? [] : (['notInYourCountry'] as const),
    runningPause(eligibility, now) === null ? [] : (['excluded'] as const),
    coolingOff.status === 'CONFIRMED' ? [] : (['coolingOff'] as const),
  ].flat()
  return { offered, coolingOff, needs }
}
