import { heights, plotValues } from '../../lib/plot.ts'

export type Tick = { seq: number; ts: number; price: string }
export type ReplayPoint = {
  tick: Tick
  x: number
  y: number
  mark?: 'entry' | 'exit'
  /** Which side of the point is free of the line that leads to it and away from it. */
  free: 'above' | 'below'
}
export type Replay = {
  /** Ticks around the entry, then those around the end; each in its own half of the picture. */
  readonly halves: readonly (readonly ReplayPoint[])[]
  readonly entryY: number | undefined
}

type ReplayParams = { ticks: readonly Tick[]; entry: Tick | null; exit: Tick | null }
const gapMs = 20_000
const padding = 0.2

/**
 * Where the recorded ticks of an order stand in a picture of 1 × 1, y downwards. Entry and exit may lie a day apart, so
 * each has its half with its own time; both share one scale of prices, so that higher is higher everywhere.
 */
export function replayOf({ ticks, entry, exit }: ReplayParams): Replay {
  const all = [
    ...new Map([...ticks, ...(entry ? [entry] : []), ...(exit ? [exit] : [])].map((tick) => [tick.seq, tick])).values(),
  ]
  const sorted = all.toSorted((a, b) => a.seq - b.seq)
  const risen = heights(plotValues(sorted.map((tick) => tick.price)))
  const cut = sorted.findIndex((tick, at) => at > 0 && tick.ts - (sorted[at - 1]?.ts ?? 0) > gapMs)
  const points = sorted.map((tick, at): Omit<ReplayPoint, 'x' | 'free'> => {
    const y = padding + (1 - (risen[at] ?? 0.5)) * (1 - 2 * padding)
    const mark = tick.seq === entry?.seq ? 'entry' : tick.seq === exit?.seq ? 'exit' : undefined
    return { tick, y, ...(mark ? { mark } : {}) }
  })
  const parts = cut < 0 ? [points] : [points.slice(0, cut), points.slice(cut)]
  const halves = parts.map((part) => {
    const first = part[0]?.tick.ts ?? 0
    const span = (part.at(-1)?.tick.ts ?? 0) - first
    return part.map((point, at): ReplayPoint => {
      const beside = part[at - 1] ?? part[at + 1]
      const x = span === 0 ? 0.5 : 0.06 + 0.88 * ((point.tick.ts - first) / span)
      return { ...point, x, free: beside === undefined || beside.y >= point.y ? 'above' : 'below' }
    })
  })
  return { halves, entryY: points.find((point) => point.mark === 'entry')?.y }
}
