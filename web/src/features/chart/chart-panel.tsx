import { toast } from '@evenhand/ui/toast.tsx'
import {
  Suspense,
  useCallback,
  useState,
  type ComponentType,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { lazyWithRetry } from '../../lib/lazy-with-retry.ts'
import { loadTexts } from '../../lib/texts.ts'
import type { Bar } from './chart-candles.ts'
import type { ChartState, DrawingBoard, DrawnChart } from './chart-drawing.ts'
import { handleChartKey } from './chart-keys.ts'
import { ChartLegend } from './chart-legend.tsx'
import { minPanePx, paneCount } from './chart-indicators.ts'
import type { ChartMark } from './chart-marks.ts'
import { ChartNotice } from './chart-notice.tsx'
import type { ChartSettings } from './chart-settings.ts'
import type { ToolbarProps } from './chart-row.ts'
import { ChartToolbar } from './chart-toolbar.tsx'
import { useChartSettingsFor, type ChartFocus } from './chart-focus.ts'
import { useChartSpeech } from './use-chart-speech.ts'
import { useCustomerDrawings } from './use-customer-drawings.ts'
import { useFullScreen } from './use-full-screen.ts'

const CandleTable = lazyPart(async () => (await import('./candle-table.tsx')).CandleTable)
const loadChart = () => import('./price-chart.tsx')
const PriceChart = lazyWithRetry(async () => ({ default: (await loadChart()).PriceChart }))
// Who has drawn nothing and does not begin to loads none of it.
const DrawingBar = lazyWithRetry(async () => {
  const [{ DrawingBar: bar }] = await Promise.all([import('./drawing-bar.tsx'), loadTexts('chart')])
  return { default: bar }
})
const TickDownload = lazyWithRetry(async () => {
  const [{ TickDownload: sheet }] = await Promise.all([import('./tick-download.tsx'), loadTexts('chart')])
  return { default: sheet }
})

/** Fetches the chart's code while the instrument is still on its way. A failure shows when the chart is drawn. */
export const prefetchChart = (): void => void loadChart().catch(() => {})

export type ChartPanelProps = {
  code: string
  precision: number
  marks: readonly ChartMark[]
  /** What the chart turns to by itself, in seconds, until the customer chooses otherwise. */
  focus?: ChartFocus | undefined
  ended?: ToolbarProps['ended']
  /** What lies over the candles and follows them. */
  over?: ComponentType<{ code: string; board: DrawingBoard }> | undefined
}

/** Room for a second and a third pane under the candles, for which the frame grows; and what all panes need at least. */
const paneHeights = ({ indicators }: ChartSettings) => {
  const panes = paneCount(indicators)
  return { grown: Math.max(0, panes - 1) * minPanePx, minPx: (panes + 1) * minPanePx + timeAxisPx }
}
const timeAxisPx = 24

/** The chart with its toolbar, the figures of the candle pointed at, a keyboard layer, drawings, ticks and the table. */
export function ChartPanel({ code, precision, marks, focus, ended, over }: ChartPanelProps) {
  const [settings, change] = useChartSettingsFor(focus)
  const [full, toggleFull] = useFullScreen()
  const [pointed, setPointed] = useState<Bar>()
  const [table, setTable] = useState(false)
  const [drawn, setDrawn] = useState<DrawnChart>()
  // Once opened the sheet stays, so that closing it gives the focus back to its opener.
  const [ticks, setTicks] = useState<boolean>()
  const { timeOf, spoken, publish, speak } = useChartSpeech(precision, settings.interval === '1s')
  const visible = useCallback(() => drawn?.visible() ?? [], [drawn])
  const own = useCustomerDrawings()
  const heights = paneHeights(settings)
  const onKey = (event: KeyboardEvent) => handleChartKey(event, { drawn, speak, draw: own.key })
  return (
    <div
      data-chart
      className={
        full
          ? 'fixed inset-0 z-30 flex flex-col overflow-y-auto bg-surface'
          : 'flex h-[calc(60dvh+var(--grown))] min-h-80 flex-col border-t border-line mobile:h-[calc(min(52dvh+5rem,100dvh-17.5rem-var(--bar,7rem),100dvh-4rem-var(--sheet,0px))+var(--grown))] mobile:-scroll-mt-3'
      }
      style={{ '--grown': `${heights.grown}px`, '--min-height': `${heights.minPx}px` } as CSSProperties}
    >
      <ChartToolbar
        code={code}
        settings={settings}
        onChange={change}
        table={table}
        onTable={() => setTable(!table)}
        drawing={own.open}
        onDraw={own.toggle}
        onTicks={() => setTicks(true)}
        onZoom={(scale) => drawn?.zoom(scale)}
        onReset={() => drawn?.reset()}
        full={full}
        onFull={toggleFull}
        ended={ended}
      />
      <Suspense>
        {drawn && own.wanted && (
          <DrawingBar
            code={code}
            board={drawn.board}
            owner={own.owner}
            open={own.open}
            onKeys={own.hold}
            timeOf={timeOf}
            onAnnounce={publish}
          />
        )}
      </Suspense>
      <ChartLegend bar={pointed} precision={precision} timeOf={timeOf} />
      <ChartStage
        {...{ code, precision, marks, focus, settings, drawn, over }}
        onDrawn={setDrawn}
        onPoint={setPointed}
        onKey={onKey}
      >
        {table && <CandleTable visible={visible} precision={precision} timeOf={timeOf} />}
      </ChartStage>
      <Suspense>
        {ticks !== undefined && (
          <TickDownload open={ticks} code={code} range={() => drawn?.visibleRange()} onClose={() => setTicks(false)} />
        )}
      </Suspense>
      <p aria-live="polite" className="sr-only">
        {spoken}
      </p>
    </div>
  )
}

type StageProps = ChartPanelProps & {
  settings: ChartSettings
  drawn: DrawnChart | undefined
  onDrawn: (drawn: DrawnChart | undefined) => void
  onPoint: (bar: Bar | undefined) => void
  onKey: (event: KeyboardEvent) => void
  /** What covers the candles: the table. */
  children: ReactNode
}

/** The candles themselves: one stop for the keyboard, and the text while there are none. */
function ChartStage({ code, precision, marks, focus, settings, drawn, over: Over, children, ...on }: StageProps) {
  const t = useTranslations('instrument')
  const [state, setState] = useState<ChartState>('loading')
  return (
    <div
      role="application"
      tabIndex={0}
      aria-label={t('chart.label', { code })}
      aria-description={t('chart.keys')}
      onKeyDown={on.onKey}
      className="relative isolate min-h-(--min-height) shrink-0 grow basis-0 -outline-offset-2"
    >
      <Suspense fallback={null}>
        <PriceChart
          code={code}
          precision={precision}
          interval={settings.interval}
          shape={settings.shape}
          indicators={settings.indicators}
          marks={marks}
          frame={focus}
          onState={setState}
          onPoint={on.onPoint}
          onFurthest={() => toast(t('chart.furthest'))}
          onDrawn={on.onDrawn}
        />
      </Suspense>
      {drawn && Over && state === 'ready' && <Over code={code} board={drawn.board} />}
      {state !== 'ready' && !children && <ChartNotice state={state} onRetry={() => drawn?.retry()} />}
      {children}
    </div>
  )
}
