import { drawing, drawingLimits, type ChartDrawing } from '@evenhand/protocol/chart.ts'
import * as z from 'zod/mini'
import { readStored, writeStored } from '../../lib/storage.ts'

/** Where a guest's drawings stand in this browser: those of every instrument under its code. */
export const guestKey = 'drawings'
/** A guest's drawings wait for a sign-in and no longer: the latest of so many instruments. */
const guestCodes = 20

type ByCode = Readonly<Record<string, readonly ChartDrawing[]>>

const stored = z.record(z.string(), z.array(drawing).check(z.maxLength(drawingLimits.perCode)))

/** Everything a guest has drawn; nothing when what is stored cannot be read. */
export function guestDrawings(): ByCode {
  try {
    const found: unknown = JSON.parse(readStored(guestKey) ?? '{}')
    return z.decode(stored, found as z.input<typeof stored>)
  } catch {
    return {}
  }
}

/** Keeps a guest's drawings of an instrument; none forgets it. */
export function keepGuestDrawings(code: string, drawings: readonly ChartDrawing[]): void {
  const others = Object.entries(guestDrawings()).filter(([known]) => known !== code)
  const all = drawings.length > 0 ? [...others, [code, drawings] as const] : others
  writeStored(guestKey, all.length > 0 ? JSON.stringify(Object.fromEntries(all.slice(-guestCodes))) : null)
}
