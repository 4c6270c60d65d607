import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadCatalogue } from '../catalogue/load-catalogue.ts'
import { createPriceFrames, createPusher } from './price-frames.ts'
import { changeOf, createQuoteBoard } from './quote-board.ts'
import type { BlockTick } from '../record/second-block.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const start = 29_000_000 * minuteMs
// Prices of two decimals, recorded in as many as they are shown.
const instruments = loadCatalogue()
  .slice(0, 3)
  .map((one) => ({ ...one, precision: 2 }))
const [first, second] = instruments

function aBoard() {
  const board = createQuoteBoard()
  const closes = Array.from({ length: 100 }, (_, index) => 1000n + BigInt(index))
  board.fill(
    instruments.map((instrument) => ({
      instrument,
      price: 2000n,
      ts: start,
      newest: undefined,
      feedKind: 'simulated',
      dayAgo: 1000n,
      closes,
    })),
    start / minuteMs,
  )
  let seq = 0
  const tick = (ts: number, price: bigint, more: Partial<BlockTick> = {}) =>
    board.apply(
      [{ instrumentId: first?.id ?? 0, seq: (seq += 1), ts, price, late: false, feedKind: 'simulated', ...more }],
      () => 1000n,
    )
  return { board, tick, frames: createPriceFrames(board), quote: () => board.quote(first?.code ?? '') }
}
const codes = (frame: string | undefined) => (JSON.parse(frame ?? '[]') as { code: string }[]).map(({ code }) => code)

test('a frame holds the newest value of each instrument that changed, and nothing twice', () => {
  const { frames, tick } = aBoard()
  expect(frames.changed()).toBeUndefined()
  tick(start, 2100n)
  tick(start + 1000, 2200n)
  tick(start + 1000, 2300n, { instrumentId: second?.id ?? 0 })
  expect(JSON.parse(frames.changed() ?? '')).toEqual([
    { code: first?.code, price: '22.00', zdf: '120.00', ts: start + 1000, seq: 2 },
    { code: second?.code, price: '23.00', zdf: '130.00', ts: start + 1000, seq: 3 },
  ])
  expect(frames.changed()).toBeUndefined()
  expect(codes(frames.all())).toHaveLength(3)
})

test('a change goes out at once, and the next ones together when the pause is over', () => {
  const { frames, tick } = aBoard()
  const sent: string[] = []
  const pusher = createPusher(frames, { everyMs: 250, send: (frame) => sent.push(frame) })
  for (let index = 0; index < 5; index += 1) {
    tick(start + index * 1000, 2000n + BigInt(index))
    pusher.changed()
    vi.advanceTimersByTime(60)
  }
  expect(sent.map((frame) => (JSON.parse(frame) as { seq: number }[])[0]?.seq)).toEqual([1, 5])
  vi.advanceTimersByTime(10_000)
  expect(sent).toHaveLength(2)
  pusher.stop()
})

test('a late tick shows its price when it is the newest, and enters no minute', () => {
  const { tick, quote, board } = aBoard()
  tick(start + 2000, 2100n)
  tick(start + 1000, 9999n, { late: true })
  expect(quote()?.price).toBe(2100n)
  tick(start + 5000, 2200n, { late: true })
  expect(quote()).toMatchObject({ priceText: '22.00', ts: start + 5000 })
  board.enterMinute(start / minuteMs + 1)
  expect(quote()?.lastHundred.at(-1)).toBe('21.00')
  board.enterMinute(start / minuteMs + 5)
  expect(quote()?.lastHundred.at(-1)).toBe('21.00')
  expect(quote()?.lastHundred).toHaveLength(100)
})

test('change has two decimals, rounded half to even, and is nothing against nothing', () => {
  expect(changeOf(10_001n, 10_000n)).toBe('0.01')
  expect(changeOf(100_005n, 100_000n)).toBe('0.00')
  expect(changeOf(100_015n, 100_000n)).toBe('0.02')
  expect(changeOf(99_985n, 100_000n)).toBe('-0.02')
  expect(changeOf(99_995n, 100_000n)).toBe('0.00')
  expect(changeOf(5n, undefined)).toBe('0.00')
  expect(changeOf(5n, 0n)).toBe('0.00')
})
