import type { TickRun } from '@evenhand/proofs/contracts/document/held-ticks.ts'
import type { RecordFields } from '@evenhand/proofs/contracts/recompute-contract.ts'
import type { TickRecord } from '@evenhand/proofs/settle.ts'
import { parseUnits } from '@evenhand/protocol/money.ts'

/** What of a contract's close-outs is to be held against its account. */
export type CloseOutDoubt =
  /** A tick beyond the close-out price that was recorded last, at which nothing was closed out. */
  | { readonly is: 'passed'; readonly tick: TickRecord }
  /** A close-out that began, with the newest tick of its instrument then. */
  | { readonly is: 'begun'; readonly record: RecordFields; readonly tick: TickRecord }

type Params = { readonly run: TickRun; readonly precision: number }

/** Close-outs of a step that began, and the first tick beyond each close-out price that was recorded and led to none. */
export function closeOutDoubts(bodies: readonly RecordFields[], { run, precision }: Params): CloseOutDoubt[] {
  const begun = bodies.flatMap((record): CloseOutDoubt[] => {
    const tick = record['kind'] === 'closingOut' ? run.ticks.find(({ seq }) => seq === record['afterSeq']) : undefined
    return tick === undefined ? [] : [{ is: 'begun', record, tick }]
  })
  const isLong = bodies[0]?.['side'] !== 'SELL'
  const marks = bodies.filter(({ kind }) => kind !== 'accepted' && kind !== 'financed')
  const passed = marks.flatMap((record, index): CloseOutDoubt[] => {
    const price = parseUnits(record['closeOut'], precision)
    const after = tickIndexOf(record)
    if (price === undefined || (isLong ? run.bids.low > price : run.asks.high < price)) return []
    const next = marks[index + 1]
    const until = next === undefined ? Infinity : tickIndexOf(next)
    const tickIndex = run.ticks.findIndex(({ seq }, at) => {
      const sides = run.sides[at]
      if (sides === undefined || seq <= after || seq >= until) return false
      return isLong ? sides.bid <= price : sides.ask >= price
    })
    const tick = run.ticks[tickIndex]
    return tick === undefined ? [] : [{ is: 'passed', tick }]
  })
  return [...passed, ...begun]
}

/** The seq of the tick that a record is of, or after which it holds. */
const tickIndexOf = ({ tick, afterSeq }: RecordFields): number =>
  Number((tick as { seq?: number } | null | undefined)?.seq ?? afterSeq ?? 0)
