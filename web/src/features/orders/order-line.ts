import { heights, plotValues } from '../../lib/plot.ts'

/** A recorded price at its time, epoch milliseconds. */
export type LinePoint = { readonly ts: number; readonly price: string }
export type LineFrame = { readonly from: number; readonly until: number }
export type Placed = LinePoint & { readonly x: number; readonly y: number }

/** Room above and below the line, as a share of the height. */
const padding = 0.18

/** Points of several sources in the order of time, one a moment; of two of one moment the later in the list stands. */
export function joinPoints(...parts: readonly (readonly LinePoint[])[]): LinePoint[] {
  const byTime = new Map(parts.flat().map((point) => [point.ts, point]))
  return [...byTime.values()].toSorted((a, b) => a.ts - b.ts)
}

/**
 * Where points stand in a picture of 1 × 1, y downwards: time runs evenly from the beginning of the frame to its end, and
 * the prices share one scale, the highest and the lowest of them at the edges of the room they have.
 */
export function placePoints(points: readonly LinePoint[], { from, until }: LineFrame): Placed[] {
  const risen = heights(plotValues(points.map(({ price }) => price)))
  const span = Math.max(1, until - from)
  return points.map((point, at) => ({
    ...point,
    x: Math.max(0, Math.min(1, (point.ts - from) / span)),
    y: padding + (1 - (risen[at] ?? 0.5)) * (1 - 2 * padding),
  }))
}

/** Pixels to a tenth, so that a path stays short. */
const tenths = (pixels: number): number => Math.round(pixels * 10) / 10

/** A price holds until the next one comes: level, then a step. In pixels of a picture of this size. */
export const stepsOf = (points: readonly Placed[], size: { width: number; height: number }): string =>
  points
    .map(({ x, y }, at) => {
      const [px, py] = [tenths(x * size.width), tenths(y * size.height)]
      return at === 0 ? `M${px} ${py}` : `H${px}V${py}`
    })
    .join('')
