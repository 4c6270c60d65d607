import type { WithdrawalAddress } from '@evenhand/protocol/addresses.ts'
import { Chip } from '@evenhand/ui/chip.tsx'
import { useTranslations } from 'use-intl'
import { useWhen } from '../../lib/use-when.ts'
import { useSecondsLeft } from '../../feed/use-seconds-left.ts'

/** Whether an address can be used, or how long it still waits and until when. */
export function AddressClock({ address: { status, activeAt } }: { address: WithdrawalAddress }) {
  const t = useTranslations('withdraw')
  const when = useWhen()
  const left = useSecondsLeft(activeAt)
  if (status === 'ACTIVE' || left === 0)
    return (
      <Chip variant="good" icon="check">
        {t('address.active')}
      </Chip>
    )
  const hours = Math.floor(left / 3600)
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Chip variant="warn" icon="clock">
        {hours > 0
          ? t('address.coolingHours', { count: hours })
          : t('address.coolingMinutes', { count: Math.ceil(left / 60) })}
      </Chip>
      <span className="text-12 text-fg3">{t('address.usableFrom', { time: when(activeAt) })}</span>
    </span>
  )
}
