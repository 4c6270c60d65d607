import type { Finding } from './findings.ts'
import type { ReceiptTick, SettledReceipt } from './receipt.ts'
import { entryLimitMs, exitAgeMs } from './settle.ts'
import type { SealedTicks } from './verify-seals.ts'

/**
 * Recorded ticks of an instrument are numbered without gaps, so a tick that was taken out of a document shows: each run
 * must follow on from one number to the next, unless the numbers between stand in the sealed minutes, which are checked
 * at by themselves.
 */
export function gapsIn({ order, settlement }: SettledReceipt, sealed: SealedTicks): Finding[] {
  const { entryTicks, exitTicks, sale } = settlement
  const runs = [
    ['settlement.entryTicks', entryTicks, order.seenSeq],
    ['settlement.exitTicks', exitTicks, undefined],
    ['settlement.sale.ticks', sale?.ticks ?? [], sale?.seenSeq],
  ] as const
  return runs.flatMap(([at, ticks, after]) =>
    ticks.flatMap((tick, index): Finding[] => {
      const before = index === 0 ? after : ticks[index - 1]?.seq
      if (before === undefined || follows(before, tick.seq, sealed)) return []
      return [{ is: 'gap', at: `${at}[${index}].seq`, expected: String(before + 1), found: String(tick.seq) }]
    }),
  )
}

function follows(before: number, seq: number, sealed: SealedTicks): boolean {
  if (seq <= before) return false
  let next = before + 1
  while (next < seq && sealed.has(next)) next += 1
  return next === seq
}

const isAfter = (ts: number) => (tick: ReceiptTick) => !tick.late && tick.ts > ts
const isBefore = (ts: number) => (tick: ReceiptTick) => !tick.late && tick.ts < ts

/**
 * What a document cannot show yet. That a tick was the last one, or that none came, is shown by the next one; until the
 * instrument has a next one, a tick between could be left out of the end of a run without a gap.
 */
export function stillOpen({ order, settlement }: SettledReceipt): Finding[] {
  const { entryTick, entryTicks, exitTick, exitTicks, expiresAt, sale } = settlement
  if (sale !== null) return []
  if (entryTick === null || expiresAt === null) {
    const closed = entryTicks.some(isAfter(order.acceptedAt + entryLimitMs))
    return closed ? [] : [{ is: 'open', at: 'settlement.entryTicks' }]
  }
  const inWindow =
    exitTick !== null ||
    exitTicks.some((tick) => !tick.late && tick.ts >= expiresAt - exitAgeMs && tick.ts <= expiresAt)
  const closed = exitTicks.some(isAfter(expiresAt)) && (inWindow || exitTicks.some(isBefore(expiresAt - exitAgeMs)))
  return closed ? [] : [{ is: 'open', at: 'settlement.exitTicks' }]
}
