import { Card } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { isolated } from '../../lib/isolated.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import type { InviteInfo } from './invites-query.ts'
import { useDay } from './use-day.ts'

/** Who invited the customer, what that saves, and what the inviter earns by it. */
export function InviterCard({ inviter }: { inviter: NonNullable<InviteInfo['inviter']> }) {
  const t = useTranslations('invites')
  const day = useDay()
  const { amount } = useLocalNumber()
  const { name, boundAt, discountUntil, fees, earned } = inviter
  return (
    <Card className="flex flex-col gap-1.5 p-5">
      <h2 className="text-18 font-700">{t('inviter.title')}</h2>
      <p>{t('inviter.by', { name: isolated(name), day: day(boundAt) })}</p>
      {discountUntil !== null && <p className="text-fg2">{t('inviter.saves', { day: day(discountUntil) })}</p>}
      <p className="max-w-text text-14 text-fg2">
        {t('inviter.earns', { fees: amount(fees, 'USDT'), earned: amount(earned, 'USDT') })}
      </p>
    </Card>
  )
}
