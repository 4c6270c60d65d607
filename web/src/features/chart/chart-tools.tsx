import { IconButton } from '@evenhand/ui/button.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { indicatorNames, type IndicatorName } from './chart-indicators.ts'
import { chartFace, type ToolbarProps } from './chart-row.ts'

/** What a wide screen shows beside the intervals. */
export const ChartTools = (props: ToolbarProps) => (
  <>
    <Group>
      <ShapeChoice {...props} />
    </Group>
    <Group>
      <IndicatorChoice {...props} />
    </Group>
    <Group>
      <DrawChoice {...props} />
      <EndedChoice {...props} />
    </Group>
  </>
)

/** The same and the view's buttons, as a phone's menu has them. */
export const MenuTools = (props: ToolbarProps) => (
  <>
    <Row>
      <ShapeChoice {...props} />
    </Row>
    <Row>
      <IndicatorChoice {...props} />
    </Row>
    <Row>
      <DrawChoice {...props} />
      <EndedChoice {...props} />
    </Row>
    <Row>
      <ViewButtons {...props} />
    </Row>
  </>
)

/** A hairline parts it from what stands before it; at the start of a row that is cut off. */
const Group = ({ children }: { children: ReactNode }) => (
  <div className="-ms-2.25 flex items-center border-s border-line ps-2">{children}</div>
)
const Row = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-1">{children}</div>
)

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
    <div role="group" aria-label={t('chart.indicators')} dir="ltr" className="flex gap-0.5 mobile:flex-wrap">
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

/** Zoom, the way back, the table and the ticks. */
export function ViewButtons({ table, ...on }: ToolbarProps) {
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
