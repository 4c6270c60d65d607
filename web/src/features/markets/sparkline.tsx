import { memo, useEffect, useRef } from 'react'
import { quoteOf, useQuotePart, watchQuote, type Quote } from '../../feed/quote-store.ts'
import { signOf } from '../../lib/format.tsx'
import { heights, plotValues } from '../../lib/plot.ts'
import { subscribeAppearance } from '../../lib/settings.ts'

const redrawEveryMs = 1000
const points = 100

type SparklineProps = { code: string; hundred: readonly string[]; width: number; height: number }

const isRising = (quote: Quote | undefined): boolean => signOf(quote?.zdf ?? '0') === 1

/** The last hundred prices as a line: the rising colour if the 24 h change is positive, the falling one otherwise. */
export const Sparkline = memo(function Sparkline({ code, hundred, width, height }: SparklineProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const rising = useQuotePart(code, isRising)
  useEffect(() => {
    const element = canvas.current
    if (!element) return undefined
    let drawnAt = performance.now()
    const closes = plotValues(hundred)
    const redraw = () => {
      drawnAt = performance.now()
      const live = quoteOf(code)?.price
      const values = live === undefined ? closes : [...closes.slice(1 - points), ...plotValues([live])]
      draw(element, values, colourOf(rising))
    }
    // Not before the browser computes its styles anyway: the colours are read from them.
    const first = requestAnimationFrame(redraw)
    const stopQuotes = watchQuote(code, () => performance.now() - drawnAt >= redrawEveryMs && redraw())
    const unsubscribe = subscribeAppearance(redraw)
    return () => {
      cancelAnimationFrame(first)
      stopQuotes()
      unsubscribe()
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
      className="shrink-0"
    />
  )
})

let colours: { up: string; down: string } | undefined
subscribeAppearance(() => void (colours = undefined))

/** The customer's colour of rising or falling, read once a scheme: a read makes the browser compute its styles. */
function colourOf(rising: boolean): string {
  if (!colours) {
    const style = getComputedStyle(document.documentElement)
    colours = { up: style.getPropertyValue('--up'), down: style.getPropertyValue('--down') }
  }
  return rising ? colours.up : colours.down
}

function draw(canvas: HTMLCanvasElement, values: readonly bigint[], colour: string): void {
  const context = canvas.getContext('2d')
  if (!context || values.length < 2) return
  const { width, height } = canvas
  const margin = 3
  const step = width / (values.length - 1)
  context.clearRect(0, 0, width, height)
  context.beginPath()
  for (const [at, share] of heights(values).entries()) {
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
