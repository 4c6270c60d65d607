import fc from 'fast-check'
import { expect, test } from 'vitest'
import { settle, type OptionTerms, type TickRecord } from './settle.ts'

/**
 * The rules once more, written from options.md and not from settle.ts: slow, in whole milliseconds, checking of every
 * instant what stood in the record, and with the payout by repeated subtraction.
 */
function oracle(terms: OptionTerms, ticks: readonly TickRecord[]): { status: string; why: string; gain: bigint } {
  const counted = ticks.filter((tick) => tick.late === false)
  let entry: TickRecord | null = null
  for (let instant = terms.acceptedAt + 500; instant <= terms.acceptedAt + 5000 && entry === null; instant += 1) {
    for (const tick of counted) if (tick.ts === instant && tick.seq > terms.seenSeq && entry === null) entry = tick
  }
  if (entry === null) return { status: 'VOID', why: 'NO_ENTRY_TICK', gain: 0n }
  let exit: TickRecord | null = null
  for (let back = 0; back <= 5000 && exit === null; back += 1) {
    for (const tick of counted) if (tick.ts === entry.ts + terms.limitTime * 1000 - back) exit = tick
  }
  if (exit === null || terms.exitKinds.indexOf(exit.feedKind) === -1)
    return { status: 'VOID', why: 'FEED_INVALID', gain: 0n }
  const difference = exit.price - entry.price
  if (difference === 0n) return { status: 'TIE', why: '', gain: 0n }
  const wins = terms.direction === 'UP' ? difference > 0n : difference < 0n
  if (!wins) return { status: 'LOST', why: '', gain: 0n - terms.stake }
  const exact = terms.stake * terms.payoutPpm
  let gain = 0n
  for (let unit = 1_000_000_000_000n; unit > 0n; unit /= 10n) while ((gain + unit) * 1_000_000n <= exact) gain += unit
  return { status: 'WON', why: '', gain }
}

const start = 1_795_262_400_000

const record = fc
  .array(
    fc.record({
      step: fc.constantFrom(1000, 1000, 1000, 2000, 3000, 6000),
      price: fc.bigInt({ min: 99_990n, max: 100_010n }),
      late: fc.constantFrom(false, false, false, false, true),
      feedKind: fc.constantFrom('simulated', 'simulated', 'simulated', 'replay', 'delayed'),
    }),
    { minLength: 0, maxLength: 150, size: 'max' },
  )
  .map((steps) => {
    let ts = start - 3000
    return steps.map(({ step, ...tick }, index): TickRecord => {
      ts += step
      // A late tick carries a time that has passed.
      return {
        seq: index + 1,
        ts: tick.late ? ts - 4000 : ts,
        price: tick.price,
        late: tick.late,
        feedKind: tick.feedKind,
      }
    })
  })

const terms = fc.record({
  direction: fc.constantFrom('UP' as const, 'DOWN' as const),
  stake: fc.bigInt({ min: 5_000_000n, max: 2_000_000_000n }),
  payoutPpm: fc.bigInt({ min: 800_000n, max: 1_000_000n }),
  limitTime: fc.constantFrom(60, 120),
  acceptedAt: fc.integer({ min: start, max: start + 3000 }),
  seenSeq: fc.integer({ min: 0, max: 6 }),
  exitKinds: fc.constantFrom(['simulated'], ['simulated', 'replay']),
})

test('settle agrees with the oracle on any record', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(terms, record, (order, ticks) => {
      const settled = settle(order, ticks)
      const expected = oracle(order, ticks)
      seen.add(expected.status + expected.why)
      expect({ status: settled.status, why: settled.voidReason ?? '', gain: settled.gain }).toEqual(expected)
    }),
    { numRuns: 800 },
  )
  expect([...seen].toSorted()).toEqual(['LOST', 'TIE', 'VOIDFEED_INVALID', 'VOIDNO_ENTRY_TICK', 'WON'])
})
