import { cx } from '@evenhand/ui/cx.ts'
import { memo, useEffect, useRef } from 'react'
import { quoteOf, useQuote, watchQuote } from '../../feed/quote-store.ts'
import { signOf } from '../../lib/format.tsx'
import { heights } from '../../lib/plot.ts'
import { subscribeLook } from '../../lib/settings.ts'

const redrawEveryMs = 1000
const points = 100

type SparklineProps = { code: string; hundred: readonly string[]; width: number; height: number }

/** The last hundred prices as a line: the rising colour if the 24 h change is positive, the falling one otherwise. */
export const Sparkline = memo(function Sparkline({ code, hundred, width, height }: SparklineProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const rising = signOf(useQuote(code)?.zdf ?? '0') === 1
  useEffect(() => {
    const element = canvas.current
    if (!element) return undefined
    let drawnAt = 0
    const redraw = () => {
      drawnAt = performance.now()
      const live = quoteOf(code)?.price
      draw(element, live === undefined ? hundred : [...hundred.slice(1 - points), live])
    }
    redraw()
    const stopQuotes = watchQuote(code, () => performance.now() - drawnAt >= redrawEveryMs && redraw())
    const stopLook = subscribeLook(redraw)
    return () => {
      stopQuotes()
      stopLook()
    }
  }, [code, hundred, rising, width, height])
  return (
    <canvas
      ref={canvas}
      aria-hidden="true"
      dir="ltr"
      width={width * 2}
      height={height * 2}
      style={{ width, height }}
      className={cx('shrink-0', rising ? 'text-up' : 'text-down')}
    />
  )
})

function draw(canvas: HTMLCanvasElement, texts: readonly string[]): void {
  const context = canvas.getContext('2d')
  if (!context || texts.length < 2) return
  const { width, height } = canvas
  const margin = 3
  const colour = getComputedStyle(canvas).color
  const step = width / (texts.length - 1)
  context.clearRect(0, 0, width, height)
  context.beginPath()
  for (const [at, share] of heights(texts).entries()) {
    const y = height - margin - share * (height - 2 * margin)
    if (at === 0) context.moveTo(0, y)
    else context.lineTo(at * step, y)
  }
  context.strokeStyle = colour
  context.lineWidth = 2.5
  context.lineJoin = 'round'
  context.stroke()
  context.lineTo(width, height)
  context.lineTo(0, height)
  context.closePath()
  context.globalAlpha = 0.1
  context.fillStyle = colour
  context.fill()
  context.globalAlpha = 1
}
