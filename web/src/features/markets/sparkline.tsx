import { cx } from '@evenhand/ui/cx.ts'
import { memo, useEffect, useRef } from 'react'
import { quoteOf, useQuotePart, watchQuote, type Quote } from '../../feed/quote-store.ts'
import { signOf } from '../../lib/format.tsx'
import { heights, plotValues } from '../../lib/plot.ts'
import { currentLayout } from '../../lib/settings.ts'

/** Half as often on a phone, which paints prices half as often. */
const redrawEveryMs = { desktop: 1000, mobile: 2000 } as const
const points = 100
/** Parts of a pixel that a path counts in, so that it is of whole numbers. */
const parts = 10
const lineWidth = 1.25 * parts
/** Room above and below for the line's width. */
const margin = 1.5 * parts

type Size = { width: number; height: number }
type SparklineProps = Size & { code: string; hundred: readonly string[] }

const isRising = (quote: Quote | undefined): boolean => signOf(quote?.zdf ?? '0') === 1

/**
 * The last hundred prices as a line: the rising colour if the 24 h change is positive, the falling one otherwise. Paths, not
 * a canvas: they follow the theme by themselves, and a list of them costs a slow phone a quarter less (decision 161).
 */
export const Sparkline = memo(function Sparkline({ code, hundred, width, height }: SparklineProps) {
  const line = useRef<SVGPathElement>(null)
  const area = useRef<SVGPathElement>(null)
  const rising = useQuotePart(code, isRising)
  useEffect(() => {
    let drawnAt = 0
    const closes = plotValues(hundred)
    const redraw = () => {
      drawnAt = performance.now()
      const live = quoteOf(code)?.price
      const values = live === undefined ? closes : [...closes.slice(1 - points), ...plotValues([live])]
      const path = pathOf(values, { width: width * parts, height: height * parts })
      line.current?.setAttribute('d', path)
      area.current?.setAttribute('d', path === '' ? '' : `${path}V${height * parts}H0Z`)
    }
    redraw()
    return watchQuote(code, () => performance.now() - drawnAt >= redrawEveryMs[currentLayout()] && redraw())
  }, [code, hundred, width, height])
  return (
    <svg
      aria-hidden="true"
      {...{ width, height }}
      viewBox={`0 0 ${width * parts} ${height * parts}`}
      className={cx('shrink-0', rising ? 'text-up' : 'text-down')}
    >
      <path ref={area} fill="currentColor" opacity="0.1" />
      <path ref={line} fill="none" stroke="currentColor" strokeWidth={lineWidth} strokeLinejoin="round" />
    </svg>
  )
})

/** From the left edge to the right one, the lowest value at the bottom; empty for fewer than two. */
function pathOf(values: readonly bigint[], { width, height }: Size): string {
  if (values.length < 2) return ''
  const step = width / (values.length - 1)
  const placed = heights(values).map(
    (share, at) => `${Math.round(at * step)} ${Math.round(height - margin - share * (height - 2 * margin))}`,
  )
  return `M${placed.join('L')}`
}
