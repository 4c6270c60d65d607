import { drawingLimits, type ChartDrawing } from '@evenhand/protocol/chart.ts'

type Drawings = readonly ChartDrawing[]

/** Whether two are the same: kind, and every point's moment and price. */
export const sameDrawing = (one: ChartDrawing | undefined, other: ChartDrawing | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.kind === other.kind &&
  one.points.length === other.points.length &&
  one.points.every(({ ts, price }, at) => ts === other.points[at]?.ts && price === other.points[at]?.price)

export const sameDrawings = (one: Drawings, other: Drawings): boolean =>
  one.length === other.length &&
  one.every((drawing, at) => drawing.id === other[at]?.id && sameDrawing(drawing, other[at]))

/**
 * What two changed apart from each other, brought together. `base` is what both began with. What either added is there,
 * what either removed is gone, and of one that both moved mine stands. Never more than an instrument may have.
 */
export function mergeDrawings({ base, mine, theirs }: { base: Drawings; mine: Drawings; theirs: Drawings }) {
  const before = new Map(base.map((drawing) => [drawing.id, drawing]))
  const ours = new Map(mine.map((drawing) => [drawing.id, drawing]))
  const kept = theirs.flatMap((drawing) => {
    const own = ours.get(drawing.id)
    if (own === undefined) return before.has(drawing.id) ? [] : [drawing]
    return [sameDrawing(own, before.get(drawing.id)) ? drawing : own]
  })
  const known = new Set(theirs.map(({ id }) => id))
  const added = mine.filter(({ id }) => !known.has(id) && !before.has(id))
  // Mine that they removed comes back only where I have moved it since.
  const moved = mine.filter(({ id }) => !known.has(id) && before.has(id) && !sameDrawing(ours.get(id), before.get(id)))
  return [...kept, ...moved, ...added].slice(0, drawingLimits.perCode)
}
