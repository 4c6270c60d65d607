import type { FundMethod } from '@evenhand/protocol/funds.ts'
import { Link } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import { useLasted } from '../../lib/lasted.ts'
import { useEta, usePublicWait } from './use-withdrawals.ts'

/** By when it is decided at the latest, how long the network takes, and how long withdrawals really took. */
export function ExpectedTime({ method }: { method: FundMethod }) {
  const t = useTranslations('withdraw')
  const eta = useEta(method)
  const wait = usePublicWait()
  const lasted = useLasted()
  return (
    <div className="flex flex-col gap-1 text-13 text-fg2">
      <p>{t('time.promised', { hours: wait?.promisedHours ?? 24 })}</p>
      {eta !== undefined && <p>{t('time.network', { time: lasted(eta * 60) })}</p>}
      <p>
        {wait === undefined || wait.medianS === null
          ? t('time.noMedian')
          : t('time.median', { time: lasted(wait.medianS), count: wait.ended })}{' '}
        <Link to="/transparency" className="text-accent-text underline">
          {t('time.public')}
        </Link>
      </p>
    </div>
  )
}
