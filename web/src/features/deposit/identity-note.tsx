import type { FundMethod } from '@evenhand/protocol/funds.ts'
import { Banner } from '@evenhand/ui/states.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import { useSession } from '../../lib/session.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import { useDepositAddress } from './use-deposits.ts'

/** Shown before the first deposit to a customer who is not verified: what can be done without it. */
export function IdentityNote({ method }: { method: FundMethod }) {
  const t = useTranslations('funds')
  const { amount } = useLocalNumber()
  const tier = useSession()?.user.tier
  const limit = useDepositAddress(method).data?.maxUnverified
  if (tier !== 'BASIC' || limit === undefined) return null
  return (
    <Banner
      variant="info"
      action={
        <Link to="/profile/verification" className="font-600 underline">
          {t('deposit.verify')}
        </Link>
      }
    >
      {t('deposit.identity', { amount: amount(limit, 'USDT', { minDecimals: 0, maxDecimals: 0 }) })}
    </Banner>
  )
}
