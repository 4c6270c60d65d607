import { IconButton } from '@evenhand/ui/button.tsx'
import { cx } from '@evenhand/ui/cx.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useLayout } from '../../lib/settings.ts'
import { ChartMenu } from './chart-menu.tsx'
import { indicatorNames, type IndicatorName } from './chart-indicators.ts'
import { spans, type ChartInterval } from './chart-intervals.ts'
import type { ChartSettings } from './chart-settings.ts'

/** A word in the chart's rows that is pressed or not. */
export const chartFace = (on: boolean) =>
  cx(
    'min-h-8 shrink-0 rounded-control px-2 text-13 mobile:min-h-11 mobile:px-3',
    on ? 'bg-sunken font-600 text-fg' : 'text-fg2 hover:text-fg',
  )

export type ToolbarProps = {
  settings: ChartSettings
  onChange: (part: Partial<ChartSettings>) => void
  table: boolean
  onTable: () => void
  /** Whether the tools for drawing are open. */
  drawing: boolean
  onDraw: () => void
  onTicks: () => void
  onZoom: (scale: number) => void
  onReset: () => void
  full: boolean
  onFull: () => void
  /** Whether orders that ended long ago are on the chart; absent for who has none. */
  ended?: { readonly shown: boolean; readonly toggle: () => void } | undefined
}

/**
 * Intervals first, which scroll sideways where they do not fit; then shape, indicators, drawing, zoom, table and ticks. On
 * a phone these stand in a menu at the end of the row, always in reach.
 */
export function ChartToolbar(props: ToolbarProps) {
  const t = useTranslations('trade.chart')
  const mobile = useLayout() === 'mobile'
  const { settings, onChange, full, onFull } = props
  return (
    <div className="flex items-center gap-3 px-3 py-1.5 desktop:px-4">
      <div className="flex min-w-0 grow items-center gap-2 overflow-x-auto [scrollbar-width:none]">
        <IntervalChoice value={settings.interval} onChoose={(interval) => onChange({ interval })} />
        {!mobile && (
          <>
            <Divider />
            <ShapeChoice {...props} />
            <Divider />
            <IndicatorChoice {...props} />
            <Divider />
            <DrawChoice {...props} />
            <EndedChoice {...props} />
          </>
        )}
      </div>
      <div className="flex shrink-0 items-center">
        {mobile ? (
          <ChartMenu>
            <MenuRow>
              <ShapeChoice {...props} />
            </MenuRow>
            <MenuRow>
              <IndicatorChoice {...props} />
            </MenuRow>
            <MenuRow>
              <DrawChoice {...props} />
              <EndedChoice {...props} />
            </MenuRow>
            <MenuRow>
              <ViewButtons {...props} />
            </MenuRow>
          </ChartMenu>
        ) : (
          <ViewButtons {...props} />
        )}
        <IconButton
          icon={full ? 'shrink' : 'enlarge'}
          label={t(full ? 'leaveFull' : 'full')}
          aria-pressed={full}
          onClick={onFull}
          size={18}
        />
      </div>
    </div>
  )
}

const Divider = () => <span aria-hidden="true" className="h-5 w-px shrink-0 bg-line" />
const MenuRow = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-1">{children}</div>
)

function IntervalChoice({ value, onChoose }: { value: ChartInterval; onChoose: (interval: ChartInterval) => void }) {
  const t = useTranslations('instrument')
  const trade = useTranslations('trade')
  return (
    <div role="group" aria-label={t('chart.interval')} dir="ltr" className="flex shrink-0 gap-0.5">
      {(Object.keys(spans) as ChartInterval[]).map((interval) => (
        <button
          key={interval}
          type="button"
          aria-pressed={value === interval}
          aria-label={`${interval}, ${interval === '1s' ? trade('chart.seconds') : t(`chart.intervalName.${interval}`)}`}
          onClick={() => onChoose(interval)}
          className={chartFace(value === interval)}
        >
          {interval}
        </button>
      ))}
    </div>
  )
}

function ShapeChoice({ settings, onChange }: ToolbarProps) {
  const t = useTranslations('instrument')
  return (
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
  )
}

function IndicatorChoice({ settings, onChange }: ToolbarProps) {
  const t = useTranslations('instrument')
  const toggle = (name: IndicatorName) => {
    const shown = settings.indicators.includes(name)
    onChange({ indicators: shown ? settings.indicators.filter((one) => one !== name) : [...settings.indicators, name] })
  }
  return (
    <div
      role="group"
      aria-label={t('chart.indicators')}
      dir="ltr"
      className="flex shrink-0 gap-0.5 mobile:shrink mobile:flex-wrap"
    >
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
  )
}

function DrawChoice({ drawing, onDraw }: ToolbarProps) {
  const t = useTranslations('instrument')
  return (
    <button type="button" aria-expanded={drawing} onClick={onDraw} className={chartFace(drawing)}>
      {t('chart.draw')}
    </button>
  )
}

function EndedChoice({ ended }: ToolbarProps) {
  const t = useTranslations('trade')
  if (!ended) return null
  return (
    <button type="button" aria-pressed={ended.shown} onClick={ended.toggle} className={chartFace(ended.shown)}>
      {t('chart.ended')}
    </button>
  )
}

function ViewButtons({ table, ...on }: ToolbarProps) {
  const t = useTranslations('instrument')
  const trade = useTranslations('trade')
  return (
    <>
      <IconButton icon="minus" label={t('chart.zoomOut')} onClick={() => on.onZoom(0.8)} size={18} />
      <IconButton icon="plus" label={t('chart.zoomIn')} onClick={() => on.onZoom(1.25)} size={18} />
      <IconButton icon="retry" label={trade('chart.reset')} onClick={on.onReset} size={18} />
      <button type="button" aria-pressed={table} onClick={on.onTable} className={chartFace(table)}>
        {t('chart.table')}
      </button>
      <IconButton icon="download" label={t('chart.ticks')} onClick={on.onTicks} size={18} />
    </>
  )
}
