import * as z from 'zod/mini'
import { decimalText } from './money.ts'
import { get, put } from './route.ts'
import { code, epochMs } from './shapes.ts'

/** What can be drawn on a chart, with the number of points that define it. */
export const drawingPoints = { trendLine: 2, horizontalLine: 1, fibonacci: 2 } as const
export type DrawingKind = keyof typeof drawingPoints

/** Drawings an instrument may have, and instruments a customer may have drawn on. */
export const drawingLimits = { perCode: 50, codes: 200 } as const

/** In the year 2286: later than anyone draws, and a moment that every calendar can still name. */
const latest = 9_999_999_999_999

/** A point on the chart: a moment, which need not be a candle's, and a price. */
const point = z.strictObject({ ts: epochMs.check(z.maximum(latest)), price: decimalText.check(z.maxLength(40)) })

/** One drawing. Its id is made where it is drawn, so that the same one is known again on another device. */
export const drawing = z.strictObject({
  id: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  kind: z.enum(['trendLine', 'horizontalLine', 'fibonacci']),
  points: z.array(point).check(z.minLength(1), z.maxLength(2)),
})
export type ChartDrawing = z.output<typeof drawing>
export type DrawingPoint = ChartDrawing['points'][number]

/** All drawings of an instrument. `version` is 0 while nothing is kept, and rises with every change. */
const kept = { drawings: z.array(drawing).check(z.maxLength(drawingLimits.perCode)), version: epochMs }

export const getDrawings = get('/swx/customer/chart/drawings', {
  summary: 'What the customer has drawn on the chart of an instrument.',
  signedIn: true,
  request: z.object({ code }),
  result: z.object(kept),
  refusals: ['notFound'],
})

export const putDrawings = put('/swx/customer/chart/drawings', {
  summary:
    'Keep the drawings of an instrument in place of those of `version`. When they have changed meanwhile nothing is kept: `saved` is false, and the answer carries the present ones to merge with.',
  signedIn: true,
  request: z.strictObject({ code, ...kept }),
  result: z.object({ ...kept, saved: z.boolean() }),
  refusals: ['notFound'],
})
