import { useTranslations } from 'use-intl'
import { isRefused } from '../../lib/problem.ts'

const known = ['OFF', 'OFFERED', 'DELIVERY', 'DELIVERED', 'OWN'] as const

/**
 * The words for why a work cannot be offered or bought of its owner; undefined where the code's own text is enough. `isOffer`:
 * it was an owner's offer that was to be bought, and is gone.
 */
export function useResaleProblem(): (problem: unknown, isOffer?: boolean) => string | undefined {
  const t = useTranslations('collectibles')
  return (problem, isOffer = false) => {
    if (!isRefused(problem, 'collectibleState')) return undefined
    const why = known.find((one) => one === problem.params['why'])
    if (why === undefined) return isOffer ? t('resale.gone') : undefined
    return t(`resale.why.${why}`)
  }
}
