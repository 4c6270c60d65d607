import { IconButton } from '@evenhand/ui/button.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { lazyWithRetry } from '../../lib/lazy-with-retry.ts'
import { currentLayout, useLayout } from '../../lib/settings.ts'
import { ChartMenu } from './chart-menu.tsx'
import { spans, type ChartInterval } from './chart-intervals.ts'
import { chartFace, type ToolbarProps } from './chart-row.ts'

// A phone's row has the intervals alone; the rest comes with its menu.
const loadTools = () => import('./chart-tools.tsx')
const ChartTools = lazyWithRetry(async () => ({ default: (await loadTools()).ChartTools }))
const ViewButtons = lazyWithRetry(async () => ({ default: (await loadTools()).ViewButtons }))
if (currentLayout() === 'desktop') void loadTools().catch(() => {})

/**
 * Intervals first, then shape, indicators, drawing, zoom, table and ticks, in as many rows as they need. On a phone the
 * intervals scroll sideways, and the rest stands in a menu at the end of the row, always in reach.
 */
export function ChartToolbar(props: ToolbarProps) {
  const t = useTranslations('trade.chart')
  const mobile = useLayout() === 'mobile'
  const { code, settings, onChange, full, onFull } = props
  return (
    <div className="flex items-center gap-3 px-3 py-1.5 desktop:items-start desktop:px-4">
      {full && <FullTitle code={code} />}
      <div
        dir="ltr"
        className="flex min-w-0 grow items-center gap-x-4 mobile:overflow-x-auto mobile:[scrollbar-width:none] desktop:flex-wrap desktop:overflow-x-clip desktop:pt-1"
      >
        <IntervalChoice wide={mobile} value={settings.interval} onChoose={(interval) => onChange({ interval })} />
        {!mobile && (
          <Suspense>
            <ChartTools {...props} />
          </Suspense>
        )}
      </div>
      <div className="flex shrink-0 items-center">
        {mobile ? (
          <ChartMenu {...props} />
        ) : (
          <Suspense>
            <ViewButtons {...props} />
          </Suspense>
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

/** The chart covers the page's heading, so it shows whose it is, and opens the same list of the others. */
function FullTitle({ code }: { code: string }) {
  const t = useTranslations('trade')
  return (
    <button
      type="button"
      popoverTarget="instruments"
      aria-haspopup="dialog"
      title={t('switch.open')}
      className="inline-flex min-h-11 shrink-0 items-center gap-1 rounded-control text-16 font-700 [anchor-name:--instruments] hover:bg-sunken desktop:min-h-10"
    >
      <bdi dir="ltr">{code}</bdi>
      <Icon name="expand" size={16} className="text-fg3" />
    </button>
  )
}

type ChoiceProps = {
  /** For a finger. */
  wide: boolean
  value: ChartInterval
  onChoose: (interval: ChartInterval) => void
}

function IntervalChoice({ wide, value, onChoose }: ChoiceProps) {
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
          className={chartFace(value === interval, wide)}
        >
          {interval}
        </button>
      ))}
    </div>
  )
}
