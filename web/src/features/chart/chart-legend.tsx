import { useTranslations } from 'use-intl'
import { Figure, formatDecimal } from '../../lib/format.tsx'
import type { Bar } from './chart-candles.ts'

type LegendProps = { bar: Bar | undefined; precision: number; timeOf: (ts: number) => string }

/** Open, high, low and close of the candle pointed at; an empty line of the same height when there is none. */
export function ChartLegend({ bar, precision, timeOf }: LegendProps) {
  const t = useTranslations('instrument')
  const colour = !bar || bar.close === bar.open ? 'text-fg' : bar.close > bar.open ? 'text-up' : 'text-down'
  return (
    <p
      aria-hidden="true"
      className="flex h-6 items-center gap-x-2 overflow-hidden px-4 text-11 whitespace-nowrap text-fg3 desktop:gap-x-3 desktop:text-12"
    >
      {bar && (
        <>
          <span className="mobile:hidden">{timeOf(bar.timestamp)}</span>
          {(['open', 'high', 'low', 'close'] as const).map((name, at) => (
            <span key={name}>
              {t(`chart.${name}`)}{' '}
              <Figure className={colour}>{formatDecimal(bar.texts[at] ?? '', { decimals: precision })}</Figure>
            </span>
          ))}
        </>
      )}
    </p>
  )
}
