import type { KeyboardEvent } from 'react'
import type { Bar } from './chart-candles.ts'
import type { DrawnChart } from './chart-drawing.ts'

const steps: Readonly<Record<string, number | 'start' | 'end'>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -10,
  PageDown: 10,
  Home: 'start',
  End: 'end',
}

type KeysParams = {
  drawn: DrawnChart | undefined
  /** Reads a candle out, or ends reading. */
  speak: (bar: Bar | undefined) => void
  /** What the customer's drawings make of the key; true when it was theirs. */
  draw: (event: KeyboardEvent) => boolean
}

/** Keys on the chart: drawings first where something is drawn or chosen, then reading, zoom and Escape. */
export function handleChartKey(event: KeyboardEvent, { drawn, speak, draw }: KeysParams): void {
  if (!drawn || event.target !== event.currentTarget || event.altKey) return
  if (draw(event)) return event.preventDefault()
  if (event.ctrlKey || event.metaKey) return
  const step = steps[event.key]
  if (step !== undefined) speak(drawn.step(step))
  else if (event.key === '+' || event.key === '=') drawn.zoom(1.25)
  else if (event.key === '-') drawn.zoom(0.8)
  else if (event.key === 'Escape') {
    drawn.unpoint()
    speak(undefined)
  } else return
  event.preventDefault()
}
