import { buttonClass } from '@evenhand/ui/button.tsx'
import { Banner } from '@evenhand/ui/states.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import { useWhen } from '../../lib/use-when.ts'
import type { useFundPassword } from './fund-password/use-fund-password.ts'

type Status = NonNullable<ReturnType<typeof useFundPassword>['data']>

/** What has to be done about the fund password before it can confirm anything; nothing where it is in order. */
export function FundPasswordNote({ fund: { set, lockedUntil }, back }: { fund: Status; back: string }) {
  const t = useTranslations('withdraw')
  const when = useWhen()
  if (set && lockedUntil === null) return null
  return (
    <Banner
      variant={set ? 'warn' : 'info'}
      action={
        <Link to="/profile/security/fund-password" search={{ back }} className={buttonClass('secondary', 'small')}>
          {t(set ? 'fund.open' : 'fund.set')}
        </Link>
      }
    >
      {lockedUntil === null ? t('fund.needed') : t('fund.locked', { time: when(lockedUntil) })}
    </Banner>
  )
}
