import type { listPlans } from '@evenhand/protocol/plans-console.ts'
import { Chip } from '@evenhand/ui/chip.tsx'
import { Figure, formatAmount } from '@evenhand/ui/format.tsx'
import { Card } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import type * as z from 'zod/mini'
import { useTag } from '../../lib/settings.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import { durationText } from '../../lib/when.tsx'
import { ShareBar } from '../../table/share-bar.tsx'
import { shareOf } from '../../table/share.ts'

type Plans = z.output<typeof listPlans.result>
type Props = Pick<Plans, 'reserve' | 'lagMs'>

/** Yields that wait for longer than this are late; the process that pays looks every second. */
const lateMs = 60_000
const figures = ['principal', 'owed', 'setAside', 'free', 'paid', 'penalties'] as const

/** What the yield reserve owes to running plans, what is set aside for it, and whether yields are paid on time. */
export function YieldReserveCard({ reserve, lagMs }: Props) {
  const t = useTranslations('plans')
  const tag = useTag()
  const { amount } = useLocalNumber()
  return (
    <Card className="flex flex-col gap-3 p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-16 font-700">{t('reserve.title')}</h2>
        {lagMs > lateMs ? (
          <Chip variant="warn" icon="warning">
            {t('reserve.late', { time: durationText(lagMs, tag) })}
          </Chip>
        ) : (
          <Chip variant="good" icon="check">
            {t('reserve.onTime')}
          </Chip>
        )}
      </div>
      <p className="max-w-text text-13 text-fg2">{t('reserve.text')}</p>
      {reserve.coverage !== null && (
        <ShareBar
          label={t('reserve.coverage')}
          words={t('reserve.words', { setAside: amount(reserve.setAside), owed: amount(reserve.owed) })}
          parts={[{ share: shareOf(reserve.setAside, reserve.owed), fill: 'bg-accent' }]}
        />
      )}
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-13">
        <div className="flex gap-2">
          <dt className="text-fg2">{t('reserve.positions')}</dt>
          <dd className="font-600">
            <Figure>{reserve.positions}</Figure>
          </dd>
        </div>
        {figures.map((name) => (
          <div key={name} className="flex gap-2">
            <dt className="text-fg2">{t(`reserve.${name}`)}</dt>
            <dd className="font-600">
              <Figure>{formatAmount(reserve[name], 2)} USDT</Figure>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
