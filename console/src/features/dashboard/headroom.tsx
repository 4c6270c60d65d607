import { useTranslations } from 'use-intl'
import { scaled } from '../../table/scaled.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'

/** How much of the reserve is held for open orders and how much is left for new ones, as a bar with both figures. */
export function Headroom({ free, held }: { free: string; held: string }) {
  const t = useTranslations('dashboard')
  const { amount } = useLocalNumber()
  const whole = scaled(free) + scaled(held)
  const share = whole === 0n ? 0 : Number((scaled(held) * 1000n) / whole) / 10
  const words = { free: amount(free), held: amount(held) }
  return (
    <div className="mt-4 text-13">
      <div
        role="meter"
        aria-label={t('house.reserve')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share}
        aria-valuetext={t('house.headroom', words)}
        className="h-2 overflow-hidden rounded-full bg-sunken"
      >
        <div className="h-full bg-warn-line" style={{ width: `${share}%` }} />
      </div>
      <p className="mt-2 text-fg2">{t('house.headroom', words)}</p>
    </div>
  )
}
