import { readStored, writeStored } from '../../lib/storage.ts'

const stored = 'receipts'
/** A receipt has about three kilobytes, and a browser keeps a few megabytes. */
const maxKept = 50

type Kept = readonly (readonly [id: string, receipt: unknown])[]

function readKept(): Kept {
  try {
    const list: unknown = JSON.parse(readStored(stored) ?? '[]')
    return Array.isArray(list) ? (list as Kept) : []
  } catch {
    return []
  }
}

/** Keeps the receipt that an order's response had, before its entry price existed: it cannot be changed afterwards. */
export function keepReceipt(id: string, receipt: unknown): void {
  const others = readKept().filter(([known]) => known !== id)
  writeStored(stored, JSON.stringify([[id, receipt], ...others].slice(0, maxKept)))
}

export const keptReceipt = (id: string): unknown => readKept().find(([known]) => known === id)?.[1]

/** Whether a later document is about the very order that the kept receipt was about; `none` when none was kept here. */
export function compareKept(kept: unknown, document: unknown): 'same' | 'other' | 'none' {
  if (kept === undefined) return 'none'
  const agreed = (params: unknown) => JSON.stringify((params as { order?: unknown } | null)?.order)
  return agreed(kept) === agreed(document) ? 'same' : 'other'
}
