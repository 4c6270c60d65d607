import { drawingPoints, type ChartDrawing } from '@evenhand/protocol/chart.ts'
import type { Clock } from '../../../kernel/time/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { refuse } from '../../../kernel/http/refusal.ts'
import { mayAddCode, readDrawings, replaceDrawings, type KeptDrawings } from './drawings.store.ts'

export type DrawingsDeps = {
  db: Db<'markets'>
  clock: Clock
  /** Whether there is such an instrument, listed or not: drawings on a delisted one stay to be seen and removed. */
  isKnown: (code: string) => boolean
}

export type Drawings = ReturnType<typeof createDrawings>

/** What customers draw on charts, each seeing their own alone. Nothing here touches a price or an order. */
export function createDrawings({ db, clock, isKnown }: DrawingsDeps) {
  const mustBeKnown = (code: string): void => {
    if (!isKnown(code)) throw refuse('notFound')
  }
  return {
    /** The customer's drawings on an instrument. Refuses notFound for an unknown code. */
    async read({ code }: { code: string }, call: Call): Promise<KeptDrawings> {
      mustBeKnown(code)
      return readDrawings(db, { customerId: call.session.customerId, code })
    },
    /**
     * Keeps drawings in place of those of a version; when that is not the present one nothing is kept and the present
     * ones are returned. Refuses notFound for an unknown code, and dataIncomplete for a drawing with the wrong number of
     * points, two of one id, or more instruments than may be drawn on.
     */
    async replace(
      { code, drawings, version }: { code: string } & KeptDrawings,
      call: Call,
    ): Promise<KeptDrawings & { saved: boolean }> {
      mustBeKnown(code)
      mustBeWhole(drawings)
      const whose = { customerId: call.session.customerId, code }
      return db.transaction().execute(async (tx) => {
        if (!(await mayAddCode(tx, whose)) && drawings.length > 0) throw wrong('code', 'tooMany')
        const next = await replaceDrawings(tx, { ...whose, drawings, version, now: clock.now() })
        if (next === undefined) return { ...(await readDrawings(tx, whose)), saved: false }
        return { drawings, version: next, saved: true }
      })
    },
  }
}

const wrong = (field: string, reason: string) => refuse('dataIncomplete', { fields: [{ field, reason }] })

function mustBeWhole(drawings: readonly ChartDrawing[]): void {
  if (drawings.some(({ kind, points }) => points.length !== drawingPoints[kind])) throw wrong('drawings', 'malformed')
  if (new Set(drawings.map(({ id }) => id)).size !== drawings.length) throw wrong('drawings', 'repeated')
}
