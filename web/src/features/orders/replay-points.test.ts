import { describe, expect, it } from 'vitest'
import { replayOf } from './replay-points.ts'

const t = 1_795_262_400_000
const tick = (seq: number, atMs: number, price: string) => ({ seq, ts: t + atMs, price })

describe('replayOf', () => {
  const entry = tick(10, 1000, '100.00')
  const exit = tick(70, 61_000, '101.00')
  const ticks = [tick(9, 0, '99.00'), entry, tick(69, 60_000, '100.50'), exit]

  it('gives entry and exit a half each and one scale of prices', () => {
    const { halves, entryY } = replayOf({ ticks, entry, exit })
    expect(halves.map((half) => half.map((point) => point.tick.seq))).toEqual([
      [9, 10],
      [69, 70],
    ])
    const [before, at] = halves[0] ?? []
    const end = halves[1]?.[1]
    expect(at?.mark).toBe('entry')
    expect(end?.mark).toBe('exit')
    expect(entryY).toBe(at?.y)
    expect((end?.y ?? 1) < (at?.y ?? 0)).toBe(true)
    expect((before?.y ?? 0) > (at?.y ?? 1)).toBe(true)
  })

  it('shows ticks that decided even where the window left them out, each once', () => {
    expect(replayOf({ ticks: [entry], entry, exit: null }).halves.flat()).toHaveLength(1)
    expect(replayOf({ ticks: [], entry, exit }).halves.flat()).toHaveLength(2)
  })

  it('has nothing to show of an order that never entered', () => {
    expect(replayOf({ ticks: [], entry: null, exit: null })).toEqual({ halves: [[]], entryY: undefined })
  })
})
