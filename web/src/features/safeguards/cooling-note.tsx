import { buttonClass } from '@evenhand/ui/button.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { Banner } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { useAccountMode } from '../../lib/session.ts'
import { useWhen } from '../../lib/use-when.ts'
import { searchOf } from './product-search.ts'
import { useSafeguards } from './use-safeguards.ts'

/** On the real account: which products wait for the end of the day after their warning, and where to decide once it is over. */
export function CoolingNote() {
  const t = useTranslations('safeguards')
  const when = useWhen()
  const isReal = useAccountMode() === 'real'
  const { data } = useSafeguards()
  const waiting =
    data?.products.filter(({ coolingOff: { status } }) => status === 'RUNNING' || status === 'READY') ?? []
  if (!isReal || waiting.length === 0) return null
  return (
    <Banner variant="info">
      <ul className="flex flex-col gap-2">
        {waiting.map(({ product, coolingOff: { status, until } }) => (
          <li key={product} className="flex flex-wrap items-center justify-between gap-2">
            {status === 'READY' || until === null
              ? t(`product.${product}.over`)
              : t(`product.${product}.waits`, { time: when(until) })}
            {status === 'READY' && (
              <Link to="/profile/quiz/warning" search={searchOf(product)} className={buttonClass('secondary')}>
                {t('warning.decide')}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Banner>
  )
}
