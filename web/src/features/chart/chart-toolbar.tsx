import { intervals, type Interval } from '@evenhand/protocol/markets.ts'
import { IconButton } from '@evenhand/ui/button.tsx'
import { cx } from '@evenhand/ui/cx.ts'
import { useTranslations } from 'use-intl'
import { indicatorNames, type IndicatorName } from './chart-indicators.ts'
import type { ChartSettings } from './chart-settings.ts'

const face = (on: boolean) =>
  cx(
    'min-h-8 shrink-0 rounded-control px-2.5 text-13 mobile:min-h-11 mobile:px-3',
    on ? 'bg-sunken font-600 text-fg' : 'text-fg2 hover:text-fg',
  )

type ToolbarProps = {
  settings: ChartSettings
  onChange: (part: Partial<ChartSettings>) => void
  table: boolean
  onTable: () => void
  onZoom: (scale: number) => void
}

/** Intervals, shape, indicators, zoom and the table, in one row that scrolls sideways where it does not fit. */
export function ChartToolbar({ settings, onChange, table, onTable, onZoom }: ToolbarProps) {
  const t = useTranslations('instrument')
  const toggle = (name: IndicatorName) => {
    const on = settings.indicators.includes(name)
    onChange({ indicators: on ? settings.indicators.filter((one) => one !== name) : [...settings.indicators, name] })
  }
  return (
    <div className="flex items-center gap-3 overflow-x-auto px-3 py-1.5 [scrollbar-width:none] desktop:px-4">
      <div role="group" aria-label={t('chart.interval')} dir="ltr" className="flex shrink-0 gap-0.5">
        {(Object.keys(intervals) as Interval[]).map((interval) => (
          <button
            key={interval}
            type="button"
            aria-pressed={settings.interval === interval}
            aria-label={`${interval}, ${t(`chart.intervalName.${interval}`)}`}
            onClick={() => onChange({ interval })}
            className={face(settings.interval === interval)}
          >
            {interval}
          </button>
        ))}
      </div>
      <span aria-hidden="true" className="h-5 w-px shrink-0 bg-line" />
      <div role="group" aria-label={t('chart.shape')} className="flex shrink-0 gap-0.5">
        {(['candles', 'line'] as const).map((shape) => (
          <button
            key={shape}
            type="button"
            aria-pressed={settings.shape === shape}
            onClick={() => onChange({ shape })}
            className={face(settings.shape === shape)}
          >
            {t(`chart.${shape}`)}
          </button>
        ))}
      </div>
      <span aria-hidden="true" className="h-5 w-px shrink-0 bg-line" />
      <div role="group" aria-label={t('chart.indicators')} dir="ltr" className="flex shrink-0 gap-0.5">
        {indicatorNames.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={settings.indicators.includes(name)}
            onClick={() => toggle(name)}
            className={face(settings.indicators.includes(name))}
          >
            {name}
          </button>
        ))}
      </div>
      <span className="grow" />
      <div className="flex shrink-0 items-center">
        <IconButton icon="minus" label={t('chart.zoomOut')} onClick={() => onZoom(0.8)} size={18} />
        <IconButton icon="plus" label={t('chart.zoomIn')} onClick={() => onZoom(1.25)} size={18} />
        <button type="button" aria-pressed={table} onClick={onTable} className={face(table)}>
          {t('chart.table')}
        </button>
      </div>
    </div>
  )
}
