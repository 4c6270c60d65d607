import { intervals, type Interval } from '@evenhand/protocol/markets.ts'
import { IconButton } from '@evenhand/ui/button.tsx'
import { cx } from '@evenhand/ui/cx.ts'
import { useTranslations } from 'use-intl'
import { indicatorNames, type IndicatorName } from './chart-indicators.ts'
import type { ChartSettings } from './chart-settings.ts'

/** A word in the chart's rows that is pressed or not. */
export const chartFace = (on: boolean) =>
  cx(
    'min-h-8 shrink-0 rounded-control px-2 text-13 mobile:min-h-11 mobile:px-3',
    on ? 'bg-sunken font-600 text-fg' : 'text-fg2 hover:text-fg',
  )

type ToolbarProps = {
  settings: ChartSettings
  onChange: (part: Partial<ChartSettings>) => void
  table: boolean
  onTable: () => void
  /** Whether the tools for drawing are open. */
  drawing: boolean
  onDraw: () => void
  onTicks: () => void
  onZoom: (scale: number) => void
}

/**
 * Intervals, shape, indicators, drawing, zoom, table and ticks, in one row that scrolls sideways where it does not fit;
 * on a wide screen its end stands still.
 */
export function ChartToolbar({ settings, onChange, ...on }: ToolbarProps) {
  const t = useTranslations('instrument')
  const toggle = (name: IndicatorName) => {
    const shown = settings.indicators.includes(name)
    onChange({ indicators: shown ? settings.indicators.filter((one) => one !== name) : [...settings.indicators, name] })
  }
  return (
    <div className="flex items-center gap-3 px-3 py-1.5 [scrollbar-width:none] mobile:overflow-x-auto desktop:px-4">
      <div className="flex items-center gap-3 [scrollbar-width:none] mobile:shrink-0 desktop:min-w-0 desktop:grow desktop:gap-2 desktop:overflow-x-auto">
        <div role="group" aria-label={t('chart.interval')} dir="ltr" className="flex shrink-0 gap-0.5">
          {(Object.keys(intervals) as Interval[]).map((interval) => (
            <button
              key={interval}
              type="button"
              aria-pressed={settings.interval === interval}
              aria-label={`${interval}, ${t(`chart.intervalName.${interval}`)}`}
              onClick={() => onChange({ interval })}
              className={chartFace(settings.interval === interval)}
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
              className={chartFace(settings.shape === shape)}
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
              className={chartFace(settings.indicators.includes(name))}
            >
              {name}
            </button>
          ))}
        </div>
        <span aria-hidden="true" className="h-5 w-px shrink-0 bg-line" />
        <button type="button" aria-expanded={on.drawing} onClick={on.onDraw} className={chartFace(on.drawing)}>
          {t('chart.draw')}
        </button>
      </div>
      <div className="flex shrink-0 items-center">
        <IconButton icon="minus" label={t('chart.zoomOut')} onClick={() => on.onZoom(0.8)} size={18} />
        <IconButton icon="plus" label={t('chart.zoomIn')} onClick={() => on.onZoom(1.25)} size={18} />
        <button type="button" aria-pressed={on.table} onClick={on.onTable} className={chartFace(on.table)}>
          {t('chart.table')}
        </button>
        <IconButton icon="download" label={t('chart.ticks')} onClick={on.onTicks} size={18} />
      </div>
    </div>
  )
}
