import type { FundMethod } from '@evenhand/protocol/funds.ts'
import { Banner } from '@evenhand/ui/states.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'

/** New deposits of a coin are stopped, why that is, and that money leaves and arrives all the same. */
export function StoppedBanner({ method }: { method: FundMethod }) {
  const t = useTranslations('funds')
  return (
    <div role="alert">
      <Banner
        variant="danger"
        action={
          <Link to="/transparency" hash="reserves" className="font-600 underline">
            {t('deposit.stoppedFigures')}
          </Link>
        }
      >
        {t('deposit.stopped', { coin: method.coin })}
      </Banner>
    </div>
  )
}
