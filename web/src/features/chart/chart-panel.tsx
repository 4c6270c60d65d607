import { Button, Spinner } from '@evenhand/ui/button.tsx'
import { lazy, Suspense, useCallback, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { formatDecimal } from '../../lib/format.tsx'
import { languageOf, useLang } from '../../lib/settings.ts'
import { CandleTable } from './candle-table.tsx'
import type { Bar } from './chart-candles.ts'
import type { ChartState, Drawing } from './chart-drawing.ts'
import { ChartLegend } from './chart-legend.tsx'
import type { ChartMark } from './chart-marks.ts'
import { useChartSettings } from './chart-settings.ts'
import { ChartToolbar } from './chart-toolbar.tsx'

const loadChart = () => import('./price-chart.tsx')
const PriceChart = lazy(async () => ({ default: (await loadChart()).PriceChart }))

/** Fetches the chart's code while the instrument is still on its way. A failure shows when the chart is drawn. */
export const prefetchChart = (): void => void loadChart().catch(() => {})

type PanelProps = { code: string; precision: number; marks: readonly ChartMark[] }

/** The chart with its toolbar, the figures of the candle pointed at, a keyboard layer and the table. */
export function ChartPanel({ code, precision, marks }: PanelProps) {
  const t = useTranslations('instrument')
  const tag = languageOf(useLang()).tag
  const [settings, change] = useChartSettings()
  const [state, setState] = useState<ChartState>('loading')
  const [pointed, setPointed] = useState<Bar>()
  const [spoken, setSpoken] = useState('')
  const [table, setTable] = useState(false)
  const drawing = useRef<Drawing>(undefined)
  const timeOf = useMemo(() => {
    const format = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' })
    return (ts: number) => format.format(ts)
  }, [tag])
  const visible = useCallback(() => drawing.current?.visible() ?? [], [])

  const speak = (bar: Bar | undefined) => {
    if (!bar) return setSpoken('')
    const [open = '', high = '', low = '', close = ''] = bar.texts.map((text) =>
      formatDecimal(text, { decimals: precision }),
    )
    setSpoken(t('chart.spoken', { time: timeOf(bar.timestamp), open, high, low, close }))
  }
  return (
    <div className="flex min-h-0 grow flex-col">
      <ChartToolbar
        settings={settings}
        onChange={change}
        table={table}
        onTable={() => setTable(!table)}
        onZoom={(scale) => drawing.current?.zoom(scale)}
      />
      <ChartLegend bar={pointed} precision={precision} timeOf={timeOf} />
      <div
        role="application"
        tabIndex={0}
        aria-label={t('chart.label', { code })}
        aria-description={t('chart.keys')}
        onKeyDown={(event) => handleKey(event, { drawing: drawing.current, speak })}
        className="relative min-h-0 grow -outline-offset-2"
      >
        <Suspense fallback={null}>
          <PriceChart
            code={code}
            precision={precision}
            interval={settings.interval}
            shape={settings.shape}
            indicators={settings.indicators}
            marks={marks}
            onState={setState}
            onPoint={setPointed}
            onDrawing={(made) => void (drawing.current = made)}
          />
        </Suspense>
        {state !== 'ready' && !table && <ChartNotice state={state} onRetry={() => drawing.current?.retry()} />}
        {table && <CandleTable visible={visible} precision={precision} timeOf={timeOf} />}
      </div>
      <p aria-live="polite" className="sr-only">
        {spoken}
      </p>
    </div>
  )
}

function ChartNotice({ state, onRetry }: { state: ChartState; onRetry: () => void }) {
  const t = useTranslations('instrument')
  const common = useTranslations('common')
  return (
    <div className="pointer-events-none absolute inset-0 flex flex-col items-center justify-center gap-3 text-fg2">
      {state === 'loading' && (
        <>
          <Spinner />
          <span className="sr-only">{common('state.loading')}</span>
        </>
      )}
      {state === 'empty' && <p>{t('chart.empty')}</p>}
      {state === 'failed' && (
        <>
          <p role="alert">{t('chart.failed')}</p>
          <Button look="secondary" onClick={onRetry} className="pointer-events-auto">
            {common('retry')}
          </Button>
        </>
      )}
    </div>
  )
}

const steps: Readonly<Record<string, number | 'start' | 'end'>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -10,
  PageDown: 10,
  Home: 'start',
  End: 'end',
}

function handleKey(event: KeyboardEvent, of: { drawing: Drawing | undefined; speak: (bar: Bar | undefined) => void }) {
  const step = steps[event.key]
  if (!of.drawing || event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
  if (step !== undefined) of.speak(of.drawing.step(step))
  else if (event.key === '+' || event.key === '=') of.drawing.zoom(1.25)
  else if (event.key === '-') of.drawing.zoom(0.8)
  else if (event.key === 'Escape') {
    of.drawing.unpoint()
    of.speak(undefined)
  } else return
  event.preventDefault()
}
